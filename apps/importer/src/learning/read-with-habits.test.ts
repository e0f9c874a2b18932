import { expect, test } from 'vitest'
import { NO_HABITS } from '../page-model/habits.ts'
import { orderedPages } from '../page-model/ordered-pages.ts'
import { column, line, PAGE } from '../page-model/testing/printed-lines.ts'
import { furnitureKey } from '../text/running-heads.ts'
import { makeupOf } from './makeup.ts'
import { readWithHabits } from './read-with-habits.ts'

const page = (name: string, head = '') => ({
  ...PAGE,
  rules: [],
  lines: [
    ...(head ? [line(head, 40, 20, { size: 14 })] : []),
    line(`${name} at last`, 40, 100, { size: 24 }),
    ...column(name, 40, 140, 12, 'goes on in this line of the article'),
  ],
})
// The head is printed too rarely for these pages alone to show a running head.
const READ = [page('Bridge', 'Country life'), page('Market', 'Country life'), ...['Forest', 'River'].map((name) => page(name))]

const read = (habits: typeof NO_HABITS) => readWithHabits(READ, orderedPages(READ, habits.furniture), [], habits)

test('what is learned from an issue has no running head that only former issues knew', () => {
  const furniture = new Map([[furnitureKey('head', 'Country life'), 14]])
  expect(orderedPages(READ, furniture).pages[0]!.heads).toHaveLength(1)
  const { alone } = read({ ...NO_HABITS, furniture })
  expect(makeupOf(alone.pages, alone)!.furniture).toEqual([])
  expect(makeupOf(alone.pages, alone)).toEqual(makeupOf(orderedPages(READ).pages, read(NO_HABITS).alone))
})

test('an issue is read a second time only if something is known about its title', () => {
  const once = read(NO_HABITS)
  expect(once.articles.map(({ headline }) => headline)).toContain('Bridge at last')
  expect(once.articles).toBe(once.alone.articles)
  const twice = read({ ...NO_HABITS, dropped: new Set(['bridgeatlast']) })
  expect(twice.articles).not.toBe(twice.alone.articles)
  expect(twice.alone.articles).toEqual(once.articles)
  expect(twice.articles).toHaveLength(once.articles.length - 1)
})

test('pages are put in order a second time only if former issues knew a running head that these pages do not show', () => {
  const furniture = new Map([[furnitureKey('head', 'Country life'), 14]])
  const often = READ.map((_, index) => page(`Bridge ${'ABCD'[index]}`, 'Country life'))
  expect(orderedPages(often, furniture).byKnown).toBe(false)
  expect(orderedPages(READ, furniture).byKnown).toBe(true)
  expect(orderedPages(READ).byKnown).toBe(false)
})
