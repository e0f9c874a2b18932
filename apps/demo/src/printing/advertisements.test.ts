import { expect, test } from 'vitest'
import { random } from '../seeded-random.ts'
import { titles } from '../titles/titles.ts'
import { advertisementsFor } from './advertisements.ts'

const of = (key: string, count = 4) => {
  const { language, subject, alsoIn = [] } = titles.find((title) => title.key === key)!
  return advertisementsFor(random(key), language, [subject, ...alsoIn], count)
}

test('every title has as many advertisements as the longest issue needs, none twice', () => {
  for (const { key, complete } of titles)
    if (complete) {
      const brands = of(key, Math.round(complete / 8)).map(({ brand }) => brand)
      expect(new Set(brands).size).toBe(Math.round(complete / 8))
    }
})

test('advertisements suit their title: toys for children, no tyres for cooks', () => {
  expect(of('fuchs-und-floh').map(({ motif }) => motif)).toContain('rocket')
  expect(of('herdwaerts', 21).map(({ motif }) => motif)).not.toContain('tyre')
  expect(of('fuchs-und-floh', 21).map(({ motif }) => motif)).not.toContain('glass')
})
