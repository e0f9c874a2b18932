import { afterEach, expect, test, vi } from 'vitest'
import { type Bundle, messagesIn, t } from './translate.ts'

afterEach(() => vi.restoreAllMocks())

const bundle: Bundle = {
  de: { 'A.GREETING': 'Grüß Gott', 'A.ENGLISH': 'auch deutsch' },
  en: { 'A.GREETING': 'Hello', 'A.ENGLISH': 'English only' },
  fr: { 'A.GREETING': 'Bonjour' },
}

test('falls back to English, then to the key, and reports both', () => {
  const missing: string[] = []
  const listenTo = ({ key, language }: { key: string; language: string }) => void missing.push(`${language} ${key}`)
  const french = messagesIn('fr', [bundle, { de: { 'A.GERMAN': 'nur deutsch' }, en: {}, fr: {} }], listenTo)
  expect(french).toEqual({ 'A.GREETING': 'Bonjour', 'A.ENGLISH': 'English only', 'A.GERMAN': 'A.GERMAN' })
  expect(missing).toEqual(['fr A.ENGLISH', 'fr A.GERMAN'])
  expect(t(french, 'A.NOWHERE')).toBe('A.NOWHERE')
})

test('logs a missing translation once', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (let visit = 0; visit < 3; visit++) messagesIn('fr', [bundle])
  expect(log.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'warn', event: 'i18n.translation-missing', key: 'A.ENGLISH', language: 'fr' },
  ])
})

test('fills in values and selects the plural form of the language', () => {
  const words = {
    FOUND_one: '{count} page in {title}',
    FOUND_other: '{count} pages in {title}',
    LEFT_one: 'One page is left',
    LEFT_other: '{count} pages are left',
    PLAIN: 'Page {page} of {unknown}',
  }
  expect(t(words, 'FOUND', { count: 1, title: 'A' }, 'en')).toBe('1 page in A')
  expect(t(words, 'FOUND', { count: 0, title: 'A' }, 'en')).toBe('0 pages in A')
  expect(t(words, 'FOUND', { count: 0, title: 'A' }, 'fr')).toBe('0 page in A')
  expect(t(words, 'LEFT', { count: 1 }, 'fr')).toBe('One page is left')
  expect(t(words, 'LEFT', { count: 0 }, 'fr')).toBe('0 pages are left')
  expect(t(words, 'PLAIN', { page: 3 })).toBe('Page 3 of {unknown}')
})
