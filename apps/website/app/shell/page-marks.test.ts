import { describe, expect, test } from 'vitest'
import { slotMark, templateOf } from './page-marks.ts'

const MARK = 'k3v9'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const partsOf = (...html: string[]) =>
  templateOf(html, MARK, bytesOf)?.parts.map((part) => ('bytes' in part ? new TextDecoder().decode(part.bytes) : part)) ?? null

const name = slotMark(MARK, { slot: 'value', name: 'firstname' })
const when = slotMark(MARK, { slot: 'when', name: 'theme', value: 'dark' })
const end = slotMark(MARK, { slot: 'end' })

describe('HTML is divided at its slots', () => {
  test('in all pieces, with the text between them', () => {
    expect(partsOf(`<p>Hallo ${name}!</p>`, '', `<p>${when}Nacht${end}</p>`)).toEqual([
      '<p>Hallo ',
      { slot: 'value', name: 'firstname' },
      '!</p>',
      '<p>',
      { slot: 'when', name: 'theme', value: 'dark' },
      'Nacht',
      { slot: 'end' },
      '</p>',
    ])
  })

  test("without React's comments beside a section, which is no text, and with those beside a value", () => {
    expect(partsOf(`a<!-- -->${when}<!-- -->b<!-- -->${end}<!-- -->c<!-- -->${name}<!-- -->d`)).toEqual([
      'a',
      { slot: 'when', name: 'theme', value: 'dark' },
      'b',
      { slot: 'end' },
      'c<!-- -->',
      { slot: 'value', name: 'firstname' },
      '<!-- -->d',
    ])
  })

  test.each([
    ['in a script', `<script nonce="n">const name = '${name}'</script>`],
    ['in a style', `<style>p::after { content: '${name}' }</style>`],
    ['in a script whose element is another piece', '<script>', `'${name}'`, '</script>'],
    [
      'of which something was made',
      `<p>${name.toUpperCase().replaceAll(MARK.toUpperCase(), MARK)}</p>`.replace('FIRSTNAME', 'first name'),
    ],
    ['of which only the beginning is there', `<p>${name.slice(0, -1)}</p>`],
    ['of which only the end is there', `<p>${name.slice(1)}</p>`],
  ])('not at all if one is %s', (_, ...html) => expect(partsOf(...html)).toBeNull())

  test('also after a script', () => {
    expect(partsOf(`<script>1</script><p>${name}</p>`)).toHaveLength(3)
  })

  test('and marks of other requests are text', () => {
    const other = slotMark('other', { slot: 'value', name: 'firstname' })
    expect(partsOf(`<p>${other}</p>`)).toEqual([`<p>${other}</p>`])
  })
})
