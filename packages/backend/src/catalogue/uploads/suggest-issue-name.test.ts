import { describe, expect, test } from 'vitest'
import { isMachineDate, type KnownIssue, suggestIssueName } from './suggest-issue-name.ts'

type Wanted = Parameters<typeof suggestIssueName>[0]
const nothing = { dateEnd: null, number: null, locale: 'de', kind: 'magazine', frequency: 'irregular', known: [] } as const
const suggest = (wanted: Partial<Wanted>) => suggestIssueName({ ...nothing, date: '2026-11-28', ...wanted })
const issues = (...known: [string, string, string?][]): KnownIssue[] =>
  known.map(([date, name, dateEnd = null]) => ({ date, name, dateEnd: dateEnd || null }))

describe('the first issue of a title, by its rhythm and language', () => {
  test.each([
    ['daily', 'de', '28. November 2026'],
    ['daily', 'en-GB', '28 November 2026'],
    ['weekly', 'fr', '28 novembre 2026'],
    ['monthly', 'de', 'November 2026'],
    ['monthly', 'fr', 'Novembre 2026'],
    ['bimonthly', 'de', 'November/Dezember 2026'],
    ['quarterly', 'de', '4/2026'],
    ['half-yearly', 'en', '2/2026'],
    ['yearly', 'de', '2026'],
    ['irregular', 'en', 'November 2026'],
  ] as const)('%s, %s: %s', (frequency, locale, name) => expect(suggest({ frequency, locale })).toBe(name))

  test('a newspaper of unknown rhythm has its day', () => expect(suggest({ kind: 'newspaper' })).toBe('28. November 2026'))
  test('Austria has its January', () =>
    expect(suggest({ date: '2027-01-02', locale: 'de-AT', frequency: 'monthly' })).toBe('Jänner 2027'))
  test('a language that has no rules of its own here is written by its own', () =>
    expect(suggest({ locale: 'it', frequency: 'monthly' })).toBe('Novembre 2026'))
  test('a double issue has both ends', () => {
    expect(suggest({ frequency: 'weekly', date: '2026-12-23', dateEnd: '2027-01-05' })).toBe('23. Dezember 2026 – 5. Januar 2027')
    expect(suggest({ frequency: 'monthly', date: '2026-12-01', dateEnd: '2027-01-31' })).toBe('Dezember 2026/Januar 2027')
    expect(suggest({ frequency: 'monthly', date: '2026-11-01', dateEnd: '2026-12-31' })).toBe('November/Dezember 2026')
  })
  test('a number that is known is part of the name of a weekly', () =>
    expect(suggest({ frequency: 'weekly', number: '48' })).toBe('48/2026'))
})

describe('a further issue, as those before', () => {
  test.each<[string, string, Partial<Wanted>, KnownIssue[]]>([
    ['weeks', '48/2026', {}, issues(['2026-11-21', '47/2026'], ['2026-11-14', '46/2026'])],
    ['weeks with their name', 'KW 48/2026', {}, issues(['2026-11-21', 'KW 47/2026'])],
    ['months', '11/2026', {}, issues(['2026-10-28', '10/2026'], ['2026-09-28', '9/2026'])],
    ['days in numbers', '28.11.2026', {}, issues(['2026-11-27', '27.11.2026'])],
    ['days of the week', 'Samstag, 28. November 2026', {}, issues(['2026-11-27', 'Freitag, 27. November 2026'])],
    ['seasons', 'Herbst 2026', {}, issues(['2026-08-28', 'Sommer 2026'], ['2026-05-28', 'Frühjahr 2026'])],
    ['months written small', 'novembre 2026', { locale: 'fr' }, issues(['2026-10-28', 'octobre 2026'])],
    ['two months', 'November/Dezember 2026', {}, issues(['2026-09-28', 'September/Oktober 2026'])],
    ['numbers', 'Nr. 48', {}, issues(['2026-11-21', 'Nr. 47'], ['2026-11-14', 'Nr. 46'])],
    ['numbers with zeros', '#008', {}, issues(['2026-10-21', '#007'])],
    ['numbers of a year', 'Heft 8/2026', {}, issues(['2026-10-14', 'Heft 7/2026'])],
    ['numbers of a short year', 'No. 5/26', {}, issues(['2026-10-14', 'No. 4/26'])],
  ])('%s: %s', (_, name, wanted, known) => expect(suggest({ ...wanted, known })).toBe(name))

  test('numbers start at one again each year', () =>
    expect(suggest({ date: '2027-01-03', known: issues(['2026-12-27', 'Heft 9/2026']) })).toBe('Heft 1/2027'))
  test('a number that is known is kept', () =>
    expect(suggest({ number: '51', known: issues(['2026-11-21', 'Nr. 47']) })).toBe('Nr. 51'))
  test('names that others have, or that programs wrote, are not suggested', () => {
    expect(suggest({ known: issues(['2026-11-27', 'November 2026']) })).toBe('28. November 2026')
    expect(suggest({ frequency: 'daily', known: issues(['2026-11-27', '2026-11-27']) })).toBe('28. November 2026')
    expect(suggest({ frequency: 'weekly', known: issues(['2026-11-21', 'Das Fest']) })).toBe('28. November 2026')
  })
  test('a file for the day of another issue is most likely its correction', () =>
    expect(suggest({ known: issues(['2026-11-28', 'Advent'], ['2026-11-21', 'Nr. 3']) })).toBe('Advent'))
  test('an issue of former times does not go on from the newest', () =>
    expect(
      suggest({ date: '2026-11-07', known: issues(['2026-11-21', '47/2026'], ['2026-11-14', '46/2026']), frequency: 'monthly' }),
    ).toBe('November 2026'))
})

test.each([
  ['2026-11-28', true],
  ['2026-11', true],
  ['20261128', true],
  ['2026', false],
  ['48/2026', false],
  ['Nr. 2026', false],
])('%s is a date as programs write it: %s', (name, is) => expect(isMachineDate(name)).toBe(is))
