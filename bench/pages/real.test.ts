import { expect, test } from 'vitest'
import { compareListed, listedIn } from './real.ts'

const LIST = listedIn(
  [
    'page\ttitle\tauthors\tcounted',
    '3\tA bridge | And who has to pay\tIda Lind; Jo Berg\tyes',
    '5\tLetters\t\tyes',
    '5\tA riddle\tIda Lind\toptional',
  ].join('\n'),
)

test('titles are the same with and without subtitle, hyphens and marks; authors of all are compared', () => {
  const found = [
    { page: 3, headline: 'A Brid-ge [0]', byline: 'Jo Berg, Ida Lind' },
    { page: 5, headline: 'Letters', byline: '' },
  ]
  expect(compareListed(LIST, found)).toEqual({
    counts: { listed: 2, found: 2, right: 2, authors: 1, authorsRight: 1 },
    faults: [],
  })
  expect(compareListed(LIST, [{ ...found[0]!, headline: 'A bridge and who has to pay' }]).counts.right).toBe(1)
})

test('cut titles, other pages, missing and invented authors are wrong; optional articles count neither way', () => {
  const { counts, faults } = compareListed(LIST, [
    { page: 3, headline: 'A bridge And', byline: '' },
    { page: 5, headline: 'Letters', byline: 'Ed Stone' },
    { page: 5, headline: 'A riddle', byline: '' },
    { page: 6, headline: 'A bridge', byline: 'Ida Lind and Jo Berg' },
  ])
  expect(counts).toEqual({ listed: 2, found: 3, right: 1, authors: 2, authorsRight: 0 })
  expect(faults).toHaveLength(4)
})
