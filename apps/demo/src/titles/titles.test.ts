import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { scenes } from '../pictures/render.ts'
import { ADVERTISEMENTS, FRONT } from '../reference-data.ts'
import { stock } from '../texts/stories.ts'
import { type Subject, withCheckDigit } from './title.ts'
import { titles } from './titles.ts'

const keys = titles.map(({ key }) => key)

test('titles have distinct keys that are valid in addresses', () => {
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[a-z0-9][a-z0-9-]*$/)
})

test('an ISSN ends with the check digit of its first seven', () => {
  // Examples from the ISO standard and its manual.
  expect(withCheckDigit('0378595')).toBe('0378-5955')
  expect(withCheckDigit('2434561')).toBe('2434-561X')
  const numbers = titles.flatMap(({ issn }) => (issn ? withCheckDigit(issn) : []))
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const number of numbers) expect(number).toMatch(/^9999-\d{3}[\dX]$/)
})

test('every language and every category has titles, German the most', () => {
  const count = (language: string) => titles.filter((title) => title.language === language).length
  for (const language of languages) expect(count(language)).toBeGreaterThanOrEqual(8)
  expect(count('de')).toBeGreaterThan(titles.length / 2)
  const subjects = new Set(titles.map(({ subject }) => subject))
  const shelves: Subject[] = [
    'news',
    'women',
    'men',
    'cooking',
    'science',
    'cars',
    'children',
    'business',
    'sport',
    'travel',
    'regional',
    'culture',
    'home',
    'technology',
  ]
  for (const shelf of shelves) expect(subjects).toContain(shelf)
})

test('every title has stories in its language', () => {
  for (const { language, subject } of titles) {
    const { complete, sketched, sentences } = stock(language, subject)
    expect(complete.length + sketched.length).toBeGreaterThanOrEqual(9)
    expect(sentences.length).toBeGreaterThanOrEqual(8)
    for (const story of [...complete, ...sketched]) {
      expect(Object.keys(scenes)).toContain(story.motif)
      for (const words of [story.kicker, story.headline, story.standfirst]) expect(words).not.toBe('')
    }
    for (const story of complete) {
      expect(story.body.length).toBeGreaterThanOrEqual(3)
      expect(story.quote).not.toBe('')
    }
  }
})

test('the titles cover all properties of periodicals', () => {
  expect(titles.length).toBeGreaterThanOrEqual(60)
  expect(titles.filter(({ complete }) => complete).length).toBeGreaterThanOrEqual(titles.length / 3)
  for (const { complete } of titles) if (complete) expect(complete >= 24 && complete <= 64).toBe(true)
  expect(titles.filter(({ ageRating }) => ageRating === 18).length).toBeGreaterThanOrEqual(2)
  expect(titles.filter(({ shownIn }) => shownIn).length).toBeGreaterThanOrEqual(3)
  expect(titles.filter(({ kind }) => kind === 'newspaper').length).toBeGreaterThanOrEqual(12)
  expect(titles.some(({ availableDays }) => availableDays)).toBe(true)
})

test('editions and supplements are listed after their title', () => {
  titles.forEach(({ editionOf, supplementOf }, at) => {
    for (const main of [editionOf, supplementOf]) if (main) expect(keys.slice(0, at)).toContain(main)
  })
})

test('each market features at least fifteen existing titles without age restriction', () => {
  for (const front of Object.values(FRONT)) {
    expect(new Set(front).size).toBe(front.length)
    expect(front.length).toBeGreaterThanOrEqual(15)
    for (const key of front) expect(titles.find((title) => title.key === key)?.ageRating ?? 0).toBe(0)
    for (const key of front) expect(keys).toContain(key)
  }
})

test('house advertisements exist in three languages, with links to our pages', () => {
  for (const language of languages)
    expect(ADVERTISEMENTS.filter((one) => one.language === language).length).toBeGreaterThanOrEqual(3)
  for (const { target_url } of ADVERTISEMENTS) expect(target_url).toMatch(/^\/[a-z]/)
})
