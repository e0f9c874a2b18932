import { expect, test } from 'vitest'
import type { Email, EmailLayout } from './email.ts'
import { emailHtml } from './html-email.ts'
import { emailText } from './text-email.ts'

const layout: EmailLayout = {
  siteName: 'read-it',
  home: 'https://kiosk.example/',
  company: ['Lesehalle GmbH', 'Beispielgasse 12'],
  links: [{ label: 'Impressum', address: 'https://kiosk.example/imprint' }],
  addressOfButton: 'Falls der Knopf nicht geht:',
}
const email: Email = {
  language: 'de',
  subject: 'Ihre Rechnung <1>',
  title: 'Rechnung',
  blocks: [
    { kind: 'greeting', text: 'Guten Tag Ada,' },
    { kind: 'paragraph', text: 'danke für Ihren Einkauf bei read-it.' },
    { kind: 'quote', text: 'erste Zeile\nzweite <b>Zeile</b>' },
    {
      kind: 'details',
      rows: [
        ['Betrag', '9,99 €'],
        ['Adresse', 'Gasse 1\n1070 Wien'],
        ['Leer', ''],
      ],
    },
    { kind: 'button', label: 'Zur Rechnung', address: 'https://kiosk.example/invoice?a=1&b=2' },
    { kind: 'button', label: 'Kündigen', address: 'https://kiosk.example/cancel', quiet: true },
    { kind: 'small', text: 'Klein.' },
  ],
  reason: 'Sie haben ein Konto.',
  links: [],
}
const html = emailHtml(email, layout)

test('padding, background and borders of boxes are on cells, the only elements for which Outlook knows them', () => {
  const boxes = [...html.matchAll(/<(\w+)[^>]*style="([^"]*)"/g)].filter(
    ([, , style]) => /(?:^|;)padding:(?!0[;"])/.test(style!) && /background:|border:|border-left:/.test(style!),
  )
  expect(boxes.length).toBeGreaterThan(1)
  // The padding of a button's link is for other programs; in Outlook its cell has `mso-padding-alt`.
  expect(boxes.map(([, tag]) => tag).filter((tag) => tag !== 'td')).toEqual([])
  expect(html.match(/mso-padding-alt:13px 28px/g)).toHaveLength(2)
  expect(html).not.toContain('white-space:pre-line')
})

test('a word without an end is divided, wherever it is', () => {
  expect(html).toMatch(/<td (?=[^>]*class="frame")(?=[^>]*overflow-wrap:anywhere)/)
  expect(html).not.toMatch(/overflow-wrap:(?!anywhere)/)
})

test('Outlook gets a column of 640 pixels by a comment that others skip, and both comments are closed', () => {
  expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(3)
  expect(html.match(/<!\[endif\]-->/g)).toHaveLength(3)
  const [, column = ''] = /<!--\[if mso\]>(<table[^>]*>)/.exec(html) ?? []
  expect(column).toContain('width="640"')
  const seenByOthers = html.replace(/<!--[\s\S]*?-->/g, '')
  for (const tag of ['table', 'tr', 'td', 'div'])
    expect([tag, seenByOthers.match(new RegExp(`<${tag}[ >]`, 'g'))?.length]).toEqual([
      tag,
      seenByOthers.match(new RegExp(`</${tag}>`, 'g'))?.length,
    ])
})

test('tables are for layout only, facts are a list of names and values, and every line break stays', () => {
  expect(html.match(/<table(?! role="presentation")/g)).toBeNull()
  expect(html).toMatch(/<dt[^>]*>Betrag<\/dt><dd[^>]*>9,99 €<\/dd>/)
  expect(html).toContain('Gasse 1<br/>1070 Wien')
  expect(html).not.toContain('Leer')
  expect(html).toContain('erste Zeile<br/>zweite &lt;b&gt;Zeile&lt;/b&gt;')
})

test('escapes all values, and names language and subject', () => {
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<title>Ihre Rechnung &lt;1&gt;</title>')
  expect(html).toContain('href="https://kiosk.example/invoice?a=1&amp;b=2"')
})

test('the plain text says the same, with addresses in lines of their own', () => {
  const text = emailText(email, layout)
  for (const part of ['Rechnung\n========', 'Betrag: 9,99 €', '> erste Zeile\n> zweite <b>Zeile</b>', 'Sie haben ein Konto.'])
    expect(text).toContain(part)
  expect(text).toContain('Zur Rechnung:\nhttps://kiosk.example/invoice?a=1&b=2')
})
