import { expect, test } from 'vitest'
import { lineText } from './line-text.ts'

const days = (from: string, to: string) => ({ startsAt: new Date(from), endsAt: new Date(to) })
const first = days('2026-11-22T13:00:00Z', '2026-12-22T13:00:00Z')
const next = days('2026-12-22T13:00:00Z', '2027-01-21T13:00:00Z')
const sold = { siteName: 'Lesesaal', tier: 'PREMIUM' } as const

test.each([
  ['de', 'Lesesaal PREMIUM, 22.11.2026 bis 21.12.2026', 'Lesesaal PREMIUM, 22.12.2026 bis 20.01.2027'],
  ['en', 'Lesesaal PREMIUM, 22 Nov 2026 to 21 Dec 2026', 'Lesesaal PREMIUM, 22 Dec 2026 to 20 Jan 2027'],
  ['fr', 'Lesesaal PREMIUM, du 22 nov. 2026 au 21 déc. 2026', 'Lesesaal PREMIUM, du 22 déc. 2026 au 20 janv. 2027'],
] as const)('a line in %s names the site and the tier, and days that the next line does not repeat', (language, one, two) => {
  expect(lineText(language, sold, first).replaceAll('\u00a0', ' ')).toBe(one)
  expect(lineText(language, sold, next).replaceAll('\u00a0', ' ')).toBe(two)
})

test('the unused balance on the last day of a subscription names that day only', () => {
  const rest = days('2026-12-22T08:00:00Z', '2026-12-22T13:00:00Z')
  expect(lineText('de', null, rest).replaceAll('\u00a0', ' ')).toBe('Nicht genutzte Zeit, 22.12.2026 bis 22.12.2026')
})
