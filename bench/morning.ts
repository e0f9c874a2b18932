// Visitors and publications of the morning, for the benchmarks that simulate it.
import { setTimeout as pause } from 'node:timers/promises'
import { publishIssue } from '@kiosk/backend/catalogue/publish-issue'
import { issueToPublish, pageToPublish } from '@kiosk/backend/catalogue/testing/issue-to-publish'
import type { Database } from '@kiosk/backend/db/connect'
import { apiAddress } from '@kiosk/contract/route'
import { login } from '@kiosk/contract/routes'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { dayInVienna } from '@kiosk/domain/day'

export const PUBLICATIONS_PER_MINUTE = 20
export const SIGNED_IN_SHARE = 0.6

/** Readers of the demonstration with different plans and markets. */
const READERS = [
  ['free@example.org', 'AT'],
  ['magz@example.org', 'AT'],
  ['premium@example.org', 'AT'],
  ['promo@example.org', 'DE'],
  ['swiss@example.org', 'CH'],
] as const
/** Titles of this benchmark's publications, which are removed afterwards. */
export const PUBLISHED_UID = 'morning-'

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** Chooses evenly; what occurs more often is repeated. */
export const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!
export const COUNTRIES = ['AT', 'AT', 'AT', 'AT', 'AT', 'DE', 'DE', 'DE', 'CH', 'LU']
export const LANGUAGES = ['de', 'de', 'de', 'de', 'de', 'de', 'de', 'de', 'en', 'fr']
export const DEVICES = [PHONE, PHONE, PHONE, IPHONE, IPHONE, DESKTOP]
export const COOKIES = ['', '', 'consent=1', 'consent=1', 'consent=1; consent_ads=1; consent_social=1', 'consent=1; theme=dark']

/** A reader and the country in which this reader is. */
export type SignedIn = { cookie: string; country: string }
export type Title = { key: string; name: string; language: string; uid: string; revision: number }
/** Calls `act` at random times, so often on average, until `end`. */
export async function every(averageMs: number, end: number, act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await pause(-Math.log(1 - Math.random()) * averageMs)
    if (Date.now() >= end) return
    await act()
  }
}

/** The titles with their newest issues, the newest first. */
export async function popularTitles(db: Database): Promise<Title[]> {
  const rows = await db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .select(['key', 'titles.name', 'titles.language', 'issues.uid', 'revision', 'issue_date'])
    .where('age_rating', '<', 18)
    .where('shown_in', 'is', null)
    .distinctOn('titles.id')
    .orderBy('titles.id')
    .orderBy('issue_date', 'desc')
    .execute()
  return rows.sort((one, other) => other.issue_date.localeCompare(one.issue_date))
}

export function publish(db: Database, { key, name, language }: Title, count: number) {
  const page = pageToPublish('Morgen')
  return publishIssue(db, {
    title: { key, name, language },
    issue: issueToPublish({
      uid: `${PUBLISHED_UID}${count}`,
      name: `Nr. ${count}`,
      number: String(count),
      date: dayInVienna(new Date()),
      language,
      pages: [page],
    }),
    demonstration: true,
  })
}

export async function removePublished(db: Database): Promise<void> {
  await db.deleteFrom('all_issues').where('uid', 'like', `${PUBLISHED_UID}%`).execute()
}

/** Signs in the readers of the demonstration, who have different plans. */
export async function sessionsOfDemonstration(url: string): Promise<SignedIn[]> {
  return Promise.all(READERS.map(async ([email, country]) => ({ country, cookie: await sessionOf(url, email) })))
}

async function sessionOf(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}${apiAddress(login, {})}`, {
    method: 'POST',
    headers: { 'x-api-token': process.env.API_TOKEN ?? 'read-it-web-development' },
    body: new URLSearchParams({ type: '0', username, password: DEMONSTRATION_PASSWORD }),
  })
  if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
