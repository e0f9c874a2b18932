import { issueUid } from '@kiosk/backend/catalogue/publish-issue'
import { dayInUtc } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planIssues } from './plan.ts'
import { titles } from './titles.ts'

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => dayInUtc(new Date(Date.UTC(2025, 0, 1) + days * DAY_MS)))
const LONGEST = { daily: 2, weekly: 7, fortnightly: 7, monthly: 32, bimonthly: 63, quarterly: 94, 'half-yearly': 185 }

test('plans about four hundred issues, each with a different id', () => {
  const plans = planIssues('2026-11-21')
  expect(plans.length).toBeGreaterThanOrEqual(380)
  expect(plans.length).toBeLessThanOrEqual(430)
  const uids = plans.map(({ title, date, number, name, edition }) =>
    issueUid({ titleKey: title.key, date, number, name, edition }),
  )
  expect(new Set(uids).size).toBe(uids.length)
})

test('on any day every title has a current issue that is not from the future, and older ones one by one before it', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const plans = planIssues(today)
      for (const title of titles) {
        const dates = plans.filter((plan) => plan.title === title).map(({ date }) => date)
        expect(dates).toHaveLength(title.issues)
        expect(dates[0]! <= today).toBe(true)
        expect((Date.parse(today) - Date.parse(dates[0]!)) / DAY_MS).toBeLessThanOrEqual(LONGEST[title.frequency])
        expect(dates).toEqual([...new Set(dates)].sort().reverse())
      }
      for (const { date, dateEnd } of plans) if (dateEnd) expect(dateEnd > date).toBe(true)
    }),
    { numRuns: 12 },
  )
})

test('the same day gives the same plan', () => {
  expect(planIssues('2026-03-02')).toEqual(planIssues('2026-03-02'))
})

test('an issue is the same a week later', () => {
  const later = new Map(planIssues('2026-11-28').map((plan) => [`${plan.title.key} ${plan.date}`, plan]))
  const unchanged = planIssues('2026-11-21').flatMap((plan) => {
    const again = later.get(`${plan.title.key} ${plan.date}`)
    return again ? [[plan.number, again.number] as const] : []
  })
  expect(unchanged.length).toBeGreaterThan(200)
  for (const [before, after] of unchanged) expect(after).toBe(before)
})

test('there are double issues, special issues and supplements', () => {
  const kinds = new Set(planIssues('2026-11-21').map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(['double', 'regular', 'special', 'supplement'])
})

test('consecutive issues of a title have different cover stories', () => {
  const plans = planIssues('2026-11-21')
  for (const title of titles) {
    const leads = plans.filter((plan) => plan.title === title).map(({ headline }) => headline)
    for (let at = 1; at < leads.length; at++) expect(leads[at]).not.toBe(leads[at - 1])
  }
})

test('the name of an issue of several months has the first and the last of them, and both years if they differ', () => {
  const names = (today: string, frequency: string, kind: string) => {
    const plans = planIssues(today).filter((plan) => plan.title.frequency === frequency && plan.kind === kind)
    return new Set(plans.filter(({ title }) => title.language === 'de').map(({ name }) => name))
  }
  expect(names('2026-11-30', 'bimonthly', 'regular')).toContain('November/Dezember 2026')
  expect(names('2026-11-30', 'monthly', 'regular')).toContain('November 2026')
  expect(names('2026-11-30', 'monthly', 'double')).toContain('August/September 2026')
  expect(names('2027-03-30', 'monthly', 'double')).toContain('Dezember 2026/Jänner 2027')
})

test('the covers of the newest issues show at least forty motifs, and none of them more than four times', () => {
  const count = new Map<string, number>()
  for (const { turn, stories } of planIssues('2026-11-21'))
    if (turn === 0) count.set(stories[0]!.motif, (count.get(stories[0]!.motif) ?? 0) + 1)
  expect(count.size).toBeGreaterThanOrEqual(40)
  for (const [motif, covers] of count) expect([motif, covers <= 4]).toEqual([motif, true])
})

test('an issue has enough stories that none is printed twice', () => {
  for (const { title, pages, stories } of planIssues('2026-11-21')) {
    const headlines = stories.map(({ headline }) => headline)
    expect(new Set(headlines).size).toBe(headlines.length)
    if (title.kind === 'newspaper') expect(stories.length).toBeGreaterThanOrEqual(pages)
  }
})
