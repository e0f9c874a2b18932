import { expect, test } from 'vitest'
import {
  dateFormat,
  formatClock,
  formatDay,
  formatMoment,
  formatSecond,
  formatShortDay,
  formatShortMoment,
} from './date-format.ts'
import { languages, localeOf } from './locale.ts'
import { regions } from './regions.ts'

test.each([
  ['de-AT', '21. Jänner 2026', '21. Jänner 2026 um 00:30', '21. Jänner 2026 um 00:30:00 MEZ'],
  ['de-DE', '21. Januar 2026', '21. Januar 2026 um 00:30', '21. Januar 2026 um 00:30:00 MEZ'],
  ['en-GB', '21 January 2026', '21 January 2026 at 00:30', '21 January 2026 at 00:30:00 CET'],
  ['fr-FR', '21 janvier 2026', '21 janvier 2026 à 00:30', '21 janvier 2026 à 00:30:00 UTC+1'],
] as const)('writes days and times in Vienna in %s', (locale, day, moment, second) => {
  const at = '2026-01-20T23:30:00Z'
  expect([formatDay(locale, at), formatMoment(locale, new Date(at)), formatSecond(locale, at)]).toEqual([day, moment, second])
  expect(formatDay(locale, '2026-01-21')).toBe(day)
})

test('January is "Jänner" in Austria alone', () => {
  const written = regions.map((market) => languages.map((language) => formatDay(localeOf(language, market), '2026-01-21')))
  expect(written).toEqual([
    ['21. Jänner 2026', '21 January 2026', '21 janvier 2026'],
    ...Array(3).fill(['21. Januar 2026', '21 January 2026', '21 janvier 2026']),
  ])
})

test('the first day of a month is an ordinal in French', () => {
  const day = (of: string) => new Date(`${of}T12:00:00Z`)
  const { format, formatRange } = dateFormat('fr-FR', { dateStyle: 'medium' })
  expect([
    formatDay('fr-FR', '2026-12-01'),
    formatMoment('fr-FR', '2026-12-01T00:01:01Z'),
    formatShortDay('fr', '2026-12-01'),
  ]).toEqual(['1er décembre 2026', '1er décembre 2026 à 01:01', '1er\u00a0déc.\u00a02026'])
  expect([format(day('2026-12-11')), format(day('2026-12-21')), formatDay('fr-FR', '2031-12-31')]).toEqual([
    '11 déc. 2026',
    '21 déc. 2026',
    '31 décembre 2031',
  ])
  expect([
    formatRange(day('2026-12-01'), day('2026-12-31')),
    formatRange(day('2026-11-01'), day('2026-12-01')),
    formatRange(day('2026-12-02'), day('2027-01-01')),
  ]).toEqual(['1er–31 déc. 2026', '1er nov.\u2009–\u20091er déc. 2026', '2 déc. 2026\u2009–\u20091er janv. 2027'])
})

test.each([
  ['de', '21.01.2026', '21.01.2026, 00:30'],
  ['en', '21_Jan_2026', '21_Jan_2026, 00:30'],
  ['fr', '21_janv._2026', '21_janv._2026, 00:30'],
] as const)('a table in %s does not divide a day', (language, day, moment) => {
  const at = '2026-01-20T23:30:00Z'
  const written = [formatShortDay(language, at), formatShortMoment(language, at)]
  expect(written).toEqual([day.replaceAll('_', '\u00a0'), moment.replaceAll('_', '\u00a0')])
})

test('days of tables and times of today are the same in all markets', () => {
  for (const language of languages)
    for (const month of Array(12).keys()) {
      const at = Date.UTC(2026, month, 7, 6, 5)
      for (const market of regions) {
        const written = (style: Intl.DateTimeFormatOptions) => dateFormat(localeOf(language, market), style).format(at)
        const plain = (text: string) => text.replaceAll('\u00a0', ' ')
        expect(written({ dateStyle: 'medium' })).toBe(plain(formatShortDay(language, at)))
        expect(written({ dateStyle: 'medium', timeStyle: 'short' })).toBe(plain(formatShortMoment(language, at)))
        expect(written({ timeStyle: 'short' })).toBe(formatClock(language, at))
      }
    }
})

test('a format is made once for a locale and a style', () => {
  expect(dateFormat('fr', { dateStyle: 'long' })).toBe(dateFormat('fr', { dateStyle: 'long' }))
  expect(dateFormat('fr', { dateStyle: 'full' })).not.toBe(dateFormat('fr', { dateStyle: 'long' }))
  expect(dateFormat('de-AT', { dateStyle: 'long' })).not.toBe(dateFormat('de-DE', { dateStyle: 'long' }))
})
