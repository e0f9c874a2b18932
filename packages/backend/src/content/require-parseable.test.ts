import { SECOND_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { readMarkdown } from '../newsletters/read-markdown.ts'
import { processorTime } from '../testing/processor-time.ts'
import { htmlOf } from './read-document.ts'

const readers = [htmlOf, (markdown: string) => readMarkdown(markdown, 'https://kiosk.example.org')]

test.each([
  ['emphasis that never ends', '_a'.repeat(30_000)],
  ['emphasis that never ends, in lines', '**a\n'.repeat(15_000)],
  ['links that never end', '['.repeat(60_000)],
  ['quotations in quotations', '>'.repeat(60_000)],
  ['quotations in quotations, with spaces', '> '.repeat(500)],
  ['lists in lists', '1. '.repeat(20_000)],
  ['quotations in lists in quotations', '- > '.repeat(15_000)],
  ['images that never begin', '!'.repeat(60_000)],
  ['a table with a long head and many short rows', `${'a|'.repeat(5000)}\n${'-|'.repeat(5000)}\n${'b\n'.repeat(20_000)}`],
  ['many tables', `${'a|'.repeat(70)}\n${'-|'.repeat(70)}\n${'b\n'.repeat(130)}\n`.repeat(100)],
  ['the same with other line ends', `${'a|'.repeat(4000)}\r${'-|'.repeat(4000)}\r${'b\r'.repeat(20_000)}`],
  ['addresses that never come to their end', 'a.'.repeat(30_000)],
])('%s are rejected at once', async (_, markdown) => {
  for (const read of readers) {
    const took = await processorTime(() => expect(() => read(markdown)).toThrow('wrong_input'))
    expect(took).toBeLessThan(SECOND_MS / 2)
  }
})

test('lines that are drawn, lists in lists as people write them, and long addresses are read', () => {
  const text = `${'-'.repeat(200)}\n\n- a\n  - b\n    - c\n\n${'!'.repeat(20)} [x](https://example.org/${'a/'.repeat(900)})`
  for (const read of readers) expect(read(text).length).toBeGreaterThan(0)
})

test('a long table, long code with vertical bars, and a long text with many links in each paragraph are read', () => {
  const table = `a|b|c|d\n-|-|-|-\n${'1|2|3|4\n'.repeat(1000)}`
  for (const read of readers) expect(read(table).length).toBeGreaterThan(0)
  const code = `\`\`\`\n${'a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p\n'}${'Zeile\n'.repeat(700)}\`\`\``
  for (const read of readers) expect(read(code).length).toBeGreaterThan(0)
  const paragraph = `${'Ein **Wort**, ein [Link](/faq) und noch ein _Wort_. '.repeat(50)}\n\n> > > zitiert\n\n`
  for (const read of readers) expect(read(paragraph.repeat(20)).length).toBeGreaterThan(0)
})
