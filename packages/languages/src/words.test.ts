import { afterEach, expect, test, vi } from 'vitest'
import { type Bundle, text, wordsIn } from './words.ts'

afterEach(() => vi.restoreAllMocks())

const bundle: Bundle = {
  de: { 'A.GREETING': 'Grüß Gott', 'A.ENGLISH': 'auch deutsch' },
  en: { 'A.GREETING': 'Hello', 'A.ENGLISH': 'English only' },
  fr: { 'A.GREETING': 'Bonjour' },
}

test('what a language lacks is said in English, what English lacks too shows its key, and both are heard of', () => {
  const missing: string[] = []
  const hear = ({ key, language }: { key: string; language: string }) => void missing.push(`${language} ${key}`)
  const french = wordsIn('fr', [bundle, { de: { 'A.GERMAN': 'nur deutsch' }, en: {}, fr: {} }], hear)
  expect(french).toEqual({ 'A.GREETING': 'Bonjour', 'A.ENGLISH': 'English only', 'A.GERMAN': 'A.GERMAN' })
  expect(missing).toEqual(['fr A.ENGLISH', 'fr A.GERMAN'])
  expect(text(french, 'A.NOWHERE')).toBe('A.NOWHERE')
})

test('a missing translation stands in the log once', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (let visit = 0; visit < 3; visit++) wordsIn('fr', [bundle])
  expect(log.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'warn', event: 'missing translation', key: 'A.ENGLISH', language: 'fr' },
  ])
})

test('values fill their places, and a count chooses the form its language has for it', () => {
  const words = {
    FOUND_one: '{count} page in {title}',
    FOUND_other: '{count} pages in {title}',
    PLAIN: 'Page {page} of {unknown}',
  }
  expect(text(words, 'FOUND', { count: 1, title: 'A' }, 'en')).toBe('1 page in A')
  expect(text(words, 'FOUND', { count: 0, title: 'A' }, 'en')).toBe('0 pages in A')
  expect(text(words, 'FOUND', { count: 0, title: 'A' }, 'fr')).toBe('0 page in A')
  expect(text(words, 'PLAIN', { page: 3 })).toBe('Page 3 of {unknown}')
})
