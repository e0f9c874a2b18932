import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { processorTime } from '../testing/processor-time.ts'
import { readCampaign } from './read-campaign.ts'

const TOO_DEEP = 'it is nested deeper than 30 levels'
const messagesOf = (text: string) => readCampaign(text).faults?.map(({ path, values }) => path || values?.message)

describe('a file that is made to harm', () => {
  test.each([
    ['with an alias of a value that contains it', 'a: &a\n  b: *a\n', ['an alias refers to a value that contains it']],
    ['with brackets without end', '['.repeat(99_999), [TOO_DEEP]],
    ['with lists in lists without brackets', `a: \n  ${'- '.repeat(40_000)}x`, [TOO_DEEP]],
    ['with many levels of keys', Array.from({ length: 32 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'), [TOO_DEEP]],
    ['with a key twice', 'key: a\npartner: b\nkey: c\n', ['the key “key” occurs twice']],
    [
      'with aliases of aliases',
      [
        'a: &a [x,x,x,x,x]',
        ...'bcdef'
          .split('')
          .map((name, at) => `${name}: &${name} [*${'abcde'[at]},*${'abcde'[at]},*${'abcde'[at]},*${'abcde'[at]}]`),
      ].join('\n'),
      ['too many aliases of aliases'],
    ],
  ])('%s is unreadable', (_, text, expected) => {
    expect(messagesOf(text)).toEqual(expected)
  })

  test('with very many keys takes as long for each as with few', async () => {
    const file = (keys: number) => Array.from({ length: keys }, (_, at) => `k${at}: 1`).join('\n')
    const timed = (text: string) => processorTime(() => readCampaign(text))
    await timed(file(1000))
    const [few, many] = [await timed(file(1500)), await timed(file(12_000))]
    // Eight times as many keys; if each were compared with all others, reading would take sixty-four times as long.
    expect(many).toBeLessThan(few * 30)
  })
})

test('an example is read, brackets in its texts or not', async () => {
  const example = await readFile(new URL('../../../../docs/campaign.yaml', import.meta.url), 'utf8')
  expect(readCampaign(example).faults).toBeNull()
  const { campaign } = readCampaign(example)
  const brackets = { ...campaign!, partner: '['.repeat(60) }
  expect(readCampaign(JSON.stringify(brackets)).campaign?.partner).toBe('['.repeat(60))
})
