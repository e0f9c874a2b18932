import { emailHtml } from '@kiosk/emails/html-email'
import { emailText } from '@kiosk/emails/text-email'
import { expect, test } from 'vitest'
import { linkTarget, readMarkdown } from './read-markdown.ts'

const ORIGIN = 'https://kiosk.example.org'
const head = { siteName: 'read-it', home: `${ORIGIN}/`, company: [], links: [], addressOfButton: '' }

function written(markdown: string): { html: string; text: string } {
  const content = readMarkdown(markdown, ORIGIN)
  const email = {
    language: 'de' as const,
    subject: 'S',
    title: 'T',
    blocks: [{ kind: 'prose' as const, content }],
    reason: 'R',
    links: [],
  }
  const [, html = ''] = /<h1.*?<\/h1>(.*?)<div role="contentinfo"/s.exec(emailHtml(email, head)) ?? []
  return {
    html: html.replace(/ (style|class)="[^"]*"/g, ''),
    text: emailText(email, head).split('\n\n-- ')[0]!.split('=\n\n')[1]!,
  }
}

test('headings, emphasis, links, lists, quotes and rules are in HTML and in plain text', () => {
  const { html, text } = written(
    '# Neu im Herbst\n\nEin **starkes** *Wort* und ein [Heft](/magazines).\n\n- eins\n- zwei\n  - innen\n\n3. drei\n4. vier\n\n> Zitat\n\n---\n\nZeile  \nnächste',
  )
  expect(html).toContain('<h2>Neu im Herbst</h2>')
  expect(html).toContain(`<strong>starkes</strong> <em>Wort</em> und ein <a href="${ORIGIN}/magazines">Heft</a>.`)
  expect(html).toContain('<li><span>eins</span></li>')
  expect(html).toContain('<ol start="3">')
  expect(html).toContain('<blockquote>')
  expect(html).toContain('Zeile<br/>nächste')
  expect(text).toContain('Neu im Herbst\n-------------')
  expect(text).toContain(`Ein starkes Wort und ein Heft (${ORIGIN}/magazines).`)
  expect(text).toContain('- eins\n- zwei\n  - innen')
  expect(text).toContain('3. drei\n4. vier')
  expect(text).toContain('> Zitat')
  expect(text).toContain('* * *')
  expect(text).toContain('Zeile\nnächste')
})

test('HTML is shown as it is written', () => {
  const { html } = written('Vor <b onclick="x()">fett</b> nach\n\n<script>alert(1)</script>')
  expect(html).not.toMatch(/<b[ >]|<script/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('long paragraphs of plain text are wrapped', () => {
  const { text } = written(`${'Wort '.repeat(60)}\n\n- ${'Wort '.repeat(60)}`)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(75)
  expect(text).toMatch(/\n {2}Wort/)
})

test.each(['javascript:alert(1)', 'http://example.org', '//example.org', 'magazines', 'data:text/html,x'])(
  'rejects a link to %j',
  (address) => {
    expect(() => linkTarget(address, ORIGIN)).toThrow(expect.objectContaining({ code: 'newsletter_link' }))
  },
)

test('rejects images, also inside of links and lists', () => {
  for (const markdown of ['![x](https://example.org/x.png)', '- [![x](https://example.org/x.png)](/magazines)'])
    expect(() => readMarkdown(markdown, ORIGIN)).toThrow(expect.objectContaining({ code: 'newsletter_image' }))
})
