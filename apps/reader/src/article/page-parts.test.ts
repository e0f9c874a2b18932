import { expect, test } from 'vitest'
import type { Lines } from '../pages/page-text.ts'
import { pageParts } from './page-parts.ts'

const line = (text: string, y: number, height = 0.01): Lines[number] =>
  text.split(' ').map((word, index) => [word, 0.1 + index * 0.05, y, 0.04, height] as const)

test('returns the text of a page in reading order, with headings and rejoined words', () => {
  expect(
    pageParts([
      line('Am Hafen', 0.05, 0.03),
      line('Die Boote kommen erst am Abend zu-', 0.1),
      line('rück, wenn das Licht fällt.', 0.112),
      line('Danach wird es still.', 0.15),
      line('7', 0.9, 0.03),
    ]),
  ).toEqual([
    { text: 'Am Hafen', heading: true },
    { text: 'Die Boote kommen erst am Abend zurück, wenn das Licht fällt.', heading: false },
    { text: 'Danach wird es still.', heading: false },
    { text: '7', heading: false },
  ])
})

test('a page without words has no parts', () => {
  expect(pageParts([])).toEqual([])
  expect(pageParts([line('—', 0.5)])).toEqual([])
})
