import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatenated, PageTemplate, type Part, type Values } from './page-template.ts'

const utf8 = new TextEncoder()
const html = (text: string): Part => ({ bytes: utf8.encode(text) })
const textOf = (template: PageTemplate, values: Values = {}) =>
  new TextDecoder().decode(concatenated(template.fill(values).map(({ bytes }) => bytes)))

const greeting = new PageTemplate([
  html('<html data-theme="'),
  { slot: 'value', name: 'theme' },
  html('"><button aria-pressed="'),
  { slot: 'is', name: 'theme', value: 'dark' },
  html('">'),
  { slot: 'when', name: 'answered', value: 'no' },
  html('<p>Cookies, '),
  { slot: 'value', name: 'firstname' },
  html('?</p>'),
  { slot: 'end' },
  html('<p>Grüß Gott, '),
  { slot: 'value', name: 'firstname' },
])

describe('a page with slots', () => {
  it('is filled with values, escaped, and with the sections for them', () => {
    expect(textOf(greeting, { theme: 'dark', answered: 'no', firstname: '<Zoë>' })).toBe(
      '<html data-theme="dark"><button aria-pressed="true"><p>Cookies, &lt;Zoë&gt;?</p><p>Grüß Gott, &lt;Zoë&gt;',
    )
    expect(textOf(greeting, { theme: 'light', answered: 'yes', firstname: 'Mara' })).toBe(
      '<html data-theme="light"><button aria-pressed="false"><p>Grüß Gott, Mara',
    )
  })

  it('is not sent with an open slot', () => {
    expect(() => greeting.fill({ theme: 'dark', answered: 'yes' })).toThrow('firstname')
    expect(() => greeting.fill({ theme: 'dark', firstname: 'Mara' })).toThrow('answered')
    expect(() => greeting.fillForMany({ theme: 'dark' }).fill({ firstname: 'Mara' })).toThrow('answered')
  })

  it('depends on the values of its slots alone', () => {
    expect(greeting.names).toEqual(['answered', 'firstname', 'theme'])
    expect(greeting.keyOf({ theme: 'dark', answered: 'no', device: 'ios' })).toBe('no|dark')
  })

  it('filled for many is the same page, in as few pieces as possible, which are remembered', () => {
    const look = { theme: 'dark', answered: 'yes' }
    const ofLook = greeting.fillForMany({ ...look, device: 'ios' })
    expect(ofLook.parts).toHaveLength(2)
    expect(greeting.fillForMany(look)).toBe(ofLook)
    const [first, name] = ofLook.fill({ firstname: 'Mara' })
    expect([ofLook.fill({ firstname: 'Luc' })[0] === first, first?.encoded instanceof Map, name?.encoded]).toEqual([
      true,
      true,
      undefined,
    ])
    expect(textOf(ofLook, { firstname: 'Mara' })).toBe(textOf(greeting, { ...look, firstname: 'Mara' }))
  })

  const shelf = new PageTemplate([
    html('<main>'),
    { slot: 'some', name: 'cards' },
    html('<ul class="'),
    { slot: 'value', name: 'theme' },
    html('">'),
    { slot: 'each', name: 'cards' },
    html('<li style="color:'),
    { slot: 'value', name: 'colour' },
    html('">'),
    { slot: 'each', name: 'lines' },
    { slot: 'when', name: 'bold', value: 'yes' },
    html('<b>'),
    { slot: 'end' },
    { slot: 'value', name: 'text' },
    { slot: 'value', name: 'theme' },
    { slot: 'end' },
    html('</li>'),
    { slot: 'end' },
    html('</ul>'),
    { slot: 'end' },
    html('</main>'),
  ])

  it('repeats a section for each item of a list, with its values and those of the page, and shows another if there is one', () => {
    const cards = [
      {
        colour: '"&',
        lines: [
          { text: '<b>', bold: 'no' },
          { text: 'Öl ', bold: 'yes' },
        ],
      },
      { colour: '#123456', lines: [] },
    ]
    const filled =
      '<main><ul class="dark"><li style="color:&quot;&amp;">&lt;b&gt;dark<b>Öl dark</li><li style="color:#123456"></li></ul></main>'
    expect(textOf(shelf, { theme: 'dark', cards })).toBe(filled)
    expect(textOf(shelf.fillForMany({ theme: 'dark' }), { cards })).toBe(filled)
    expect(textOf(shelf, { theme: 'dark', cards: [] })).toBe('<main></main>')
    expect(shelf.names).toEqual(['cards', 'theme'])
  })

  it('is not sent if an item lacks a value, or a list is a text', () => {
    expect(() => shelf.fill({ theme: 'dark', cards: [{ colour: 'red' }] })).toThrow('lines')
    expect(() => shelf.fill({ theme: 'dark', cards: 'text' })).toThrow('no list')
    expect(() => greeting.fill({ theme: [], answered: 'yes', firstname: 'x' })).toThrow('theme')
    expect(() => new PageTemplate([{ slot: 'some', name: 'a' }])).toThrow('without an end')
    expect(() => new PageTemplate([{ slot: 'end' }])).toThrow('did not begin')
  })

  it('joins what one visitor gets with short pieces between, and leaves long ones to everybody', () => {
    const long = `<p>${'x'.repeat(600)}</p>`
    const many = new PageTemplate([
      html(long),
      { slot: 'value', name: 'a' },
      html('short'),
      { slot: 'value', name: 'b' },
      html('short'),
      html(long),
      { slot: 'value', name: 'c' },
    ]).fillForMany({})
    expect(many.fill({ a: '1', b: '2', c: '3' }).map(({ bytes, encoded }) => [bytes.length, encoded !== undefined])).toEqual([
      [607, true],
      [7, false],
      [612, true],
      [1, false],
    ])
  })

  it('is the same whether it is filled at once or first for many', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const value = fc.constantFrom('x', 'y', '<&>')
    const inside = fc.oneof(
      fc.string().map(html),
      fc.record({ slot: fc.constant('value' as const), name }),
      fc.record({ slot: fc.constant('is' as const), name, value }),
    )
    const section = fc
      .tuple(fc.constantFrom('a', 'b'), value, fc.array(inside))
      .map(([of, is, parts]): Part[] => [{ slot: 'when', name: of, value: is }, ...parts, { slot: 'end' }])
    const parts = fc
      .array(
        fc.oneof(
          inside.map((part): Part[] => [part]),
          section,
        ),
      )
      .map((each) => each.flat())
    const values = fc.record({ a: value, b: value, c: value })
    fc.assert(
      fc.property(parts, fc.array(values, { minLength: 1 }), (ofPage, visitors) => {
        const template = new PageTemplate(ofPage)
        for (const all of visitors) {
          const { a, b, c } = all
          expect(textOf(template.fillForMany({ a, b }), { c })).toBe(textOf(template, all))
        }
      }),
    )
  })
})
