import { expect, test } from 'vitest'
import type { Line, Word } from '../text/line.ts'
import type { Box } from '../text/set-line.ts'
import { findArticles } from './articles.ts'
import { orderedPages } from './ordered-pages.ts'
import { column, line, PAGE } from './testing/printed-lines.ts'

const PITCH = 10
/** Lines in which letters and spaces are 4 points wide, as they are written. */
function typed(text: string, x: number, y: number, font = 'LiberationMono'): Line[] {
  return text.split('\n').flatMap((row, index) => {
    const words = [...row.matchAll(/\S+/g)].map(({ 0: word, index: from }): Word => {
      const [left, top] = [x + 4 * from, y + PITCH * index]
      return [word, left / PAGE.width, top / PAGE.height, (4 * word.length) / PAGE.width, 9.6 / PAGE.height]
    })
    return words.length > 0 ? [{ words, joins: false, style: { size: 8 / PAGE.height, font, italic: false, colour: 0 } }] : []
  })
}

function articleWith(lines: Line[], rules: Box[] = []) {
  const page = [
    line('How the clock counts', 100, 60, { size: 20, bold: true }),
    ...column('before', 100, 100, 20),
    ...lines,
    ...column('after', 100, 500, 20),
  ]
  return findArticles(orderedPages([{ lines: page, rules, ...PAGE }]), [])[0]!
}

const PROGRAM = `def count(hours):
    if hours > 12:
        return [hours - 12]

Total = 24;    # all of them`

test('program code keeps its lines, its spaces and its empty lines', () => {
  const { html } = articleWith(typed(PROGRAM, 110, 360))
  expect(html).toContain(`<pre>${PROGRAM.replace('>', '&gt;')}</pre>`)
  expect(html).not.toContain('<em>')
  expect(html).toMatch(/<p>before1.*<\/p>\n<pre>/)
  expect(html).toMatch(/<\/pre>\n<p>after1/)
})

test('a line with a bracket alone is a line of the program', () => {
  const program = 'void count(hours) {\n  total = 24;\n}\ncount(12);'
  expect(articleWith(typed(program, 110, 360)).html).toContain(`<pre>${program}</pre>`)
})

test('a command alone is code', () => {
  expect(articleWith(typed('$ clock set now', 110, 360)).html).toContain('<pre>$ clock set now</pre>')
})

test('code in a frame is no advertisement, whatever it offers', () => {
  const share = (x: number, y: number, width: number, height: number): Box => ({
    x: x / PAGE.width,
    y: y / PAGE.height,
    width: width / PAGE.width,
    height: height / PAGE.height,
  })
  const frame = [share(100, 355, 300, 0), share(100, 400, 300, 0), share(100, 355, 0, 45), share(400, 355, 0, 45)]
  const { html } = articleWith(typed('curl -O http://example.test/clock\ncurl -O https://example.org/free', 110, 360), frame)
  expect(html).toContain('<pre>curl -O http://example.test/clock\ncurl -O https://example.org/free</pre>')
})

test.each([
  ['the font is not one of programs', 'Serif Caption', PROGRAM],
  ['nothing in it is a sign of programs', 'LiberationMono', 'Dear reader\nI write this on the old machine'],
])('no code if %s', (_, font, text) => {
  expect(articleWith(typed(text, 110, 360, font)).html).not.toContain('<pre>')
})

test('an issue that is set in the font of a typewriter has no code', () => {
  const lines = [line('A letter', 100, 60, { size: 20, bold: true }), ...typed(`${PROGRAM}\n`.repeat(5), 100, 100)]
  const articles = findArticles(orderedPages([{ lines, ...PAGE }]), [])
  expect(articles.map(({ html }) => html).join('')).toMatch(/^<p>def/)
})

test('letters that claim to be wide apart do not fill the memory', () => {
  const rows = typed(`if (a == b) {\n${'x = { }\n'.repeat(3)}}`, 110, 360)
  for (const row of rows)
    row.words = row.words.map(([text, , y, , height], at) => [text, 0.2 + at * 0.01, y, text.length * 1e-9, height])
  const { html } = articleWith(rows)
  expect(html.length).toBeLessThan(20_000)
})
