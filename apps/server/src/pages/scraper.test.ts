import { createAccount, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { issueFolder } from '@kiosk/backend/adapters/storage/port'
import { type BuiltIssue, createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { randomNumbers } from '@kiosk/domain/random-numbers'
import { HOUR_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'
import { type Ask, closedText, type Prey, scrape, soundOut, wordsOf } from '../testing/scraper.ts'

// Tests that persistent requests do not open closed pages: for every kind of reader, with every call that could reveal text.

/** Calls of each scraper; SCRAPER_REQUESTS=2000 makes a long run. */
const REQUESTS = Number(process.env.SCRAPER_REQUESTS ?? 205)
/** Maximum share of a closed issue that may be revealed: headlines and first paragraphs are public. */
const MOST = 0.05
const PAGES = 12
const readers = ['anonymous', 'free', 'promo', 'magz', 'premium', 'swiss', 'lapsed'] as const
type Reader = (typeof readers)[number]

let connection: Connection
let api: TestApi
let newsstand: Newsstand
const issues = {} as Record<'newspaper' | 'magazine' | 'grownUp' | 'german', { issue: BuiltIssue; texts: string[]; prey: Prey }>

beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  await db
    .insertInto('promo_codes')
    .values({ code: 'LESEZEIT', titles: '{}', days: 30, redeemable_until: new Date('2100-01-01') })
    .execute()
  api = await testApi(connection, { requestsPerMinute: 0, renderPage: async (_, page, width) => Buffer.from(`${page} ${width}`) })
  issues.newspaper = await printed('Morgenpost', 1, { kind: 'newspaper' })
  issues.magazine = await printed('Bergblick', 2, { kind: 'magazine' })
  issues.grownUp = await printed('Nachts', 3, { kind: 'magazine', age_rating: 18 })
  issues.german = await printed('Rheinpost', 4, { kind: 'newspaper', shown_in: ['DE'] })
  newsstand = await testNewsstand(api)
})
afterAll(async () => {
  await newsstand.close()
  await api.close()
  await connection.close()
})

/** Generates text as uneven as real text: a few words are everywhere, most occur rarely; the same in each run. */
function writer(seed: number) {
  const next = randomNumbers(seed)
  const syllables =
    'ber gen hal tur schein wald mor tag licht fel ran dorf see kirch markt brun hof stadt lau bach rist kel mun dar'.split(' ')
  const rare = Array.from({ length: 1500 }, () =>
    Array.from({ length: 2 + Math.floor(next() * 2) }, () => syllables[Math.floor(next() * syllables.length)]).join(''),
  )
  const common =
    'der die das und in von mit ist im nicht auch auf für mehr nach wird alle über noch Stadt Jahr Zeit Mensch'.split(' ')
  const word = () => (next() < 0.25 ? common[Math.floor(next() * common.length)]! : rare[Math.floor(next() ** 2 * rare.length)]!)
  return (count: number) => {
    const text = Array.from({ length: count }, word).join(' ')
    return `${text[0]!.toUpperCase()}${text.slice(1)}.`
  }
}

/** Creates an issue with an article on each page: headline, a short first paragraph, and the rest. */
async function printed(name: string, seed: number, values: Parameters<typeof createTitle>[1]) {
  const { db } = connection
  const write = writer(seed)
  const set = Array.from({ length: PAGES }, (_, index) => {
    const headline = write(4)
    const paragraphs = [write(9), ...Array.from({ length: 6 }, () => write(60))]
    return {
      text: [headline, ...paragraphs].join('\n'),
      article: { headline, html: paragraphs.map((each) => `<p>${each}</p>`).join(''), firstPage: index + 1, lastPage: index + 1 },
    }
  })
  const title = await createTitle(db, { name, key: name.toLowerCase(), ...values })
  const texts = set.map(({ text }) => text)
  const issue = await createIssue(db, {
    title,
    pages: texts,
    articles: set.map(({ article }) => article),
    source_sha256: title.key,
  })
  for (const [index, text] of texts.entries()) {
    const lines = [text.split(/\s+/).map((word) => [word, 0.1, 0.1, 0.1, 0.02])]
    await api.files.write(`${issueFolder(issue.uid, 1)}pages/${index + 1}.words.json`, Buffer.from(JSON.stringify({ lines })))
  }
  await db
    .insertInto('topics')
    .values({
      uid: `thema-${title.key}`,
      language: 'de',
      headline: name,
      text: 'Ein Thema',
      release_date: '2026-11-20',
      issue_id: issue.id,
      article_position: 0,
      trend: 10,
    })
    .execute()
  const rows = await db.selectFrom('articles').select('id').where('issue_id', '=', issue.id).orderBy('position').execute()
  const prey = {
    uid: issue.uid,
    key: title.key,
    pages: PAGES,
    articles: rows.map(({ id }) => String(id)),
    topic: `thema-${title.key}`,
  }
  return { issue, texts, prey }
}

async function headersOf(reader: Reader): Promise<Record<string, string>> {
  if (reader === 'anonymous') return {}
  const { db } = connection
  const account = await createAccount(db, reader === 'swiss' ? { region_id: 3 } : {})
  if (reader === 'magz') await subscribe(db, account, 10)
  if (reader === 'premium' || reader === 'swiss') await subscribe(db, account, 2)
  if (reader === 'promo')
    await db
      .insertInto('promo_redemptions')
      .values({ account_id: account.id, code: 'LESEZEIT', expires_at: new Date('2100-01-01') })
      .execute()
  if (reader === 'lapsed') {
    await subscribe(db, account, 2)
    await db
      .updateTable('subscriptions')
      .set({ ends_at: new Date(Date.now() - HOUR_MS) })
      .where('account_id', '=', account.id)
      .execute()
  }
  return signedIn(db, account)
}

/** Sends requests as this reader, from another network each time, so that no rate limit applies. */
async function requestsOf(reader: Reader): Promise<Ask> {
  const headers = await headersOf(reader)
  const country = reader === 'swiss' ? 'CH' : 'AT'
  let requested = 0
  return async (path) => {
    requested++
    if (requested % 50 === 0) await connection.db.deleteFrom('rate_limits').execute()
    const address = `198.51.${requested % 250}.${Math.floor(requested / 250)}`
    const response = path.startsWith('/api/')
      ? await api.ask(path, { headers, country, address })
      : await newsstand.ask(path, { headers, country })
    return { status: response.status, text: await response.text() }
  }
}

const closedTo: Record<Reader, (keyof typeof issues)[]> = {
  anonymous: ['newspaper', 'magazine', 'grownUp', 'german'],
  free: ['newspaper', 'grownUp'],
  promo: ['newspaper', 'german'],
  lapsed: ['newspaper'],
  magz: ['grownUp', 'german'],
  premium: ['grownUp', 'german'],
  swiss: ['grownUp', 'german'],
}
/** Returns the first closed page of an issue. */
const closedFrom = (reader: Reader, which: keyof typeof issues) =>
  which === 'newspaper' ? 2 : which === 'magazine' && reader === 'anonymous' ? 9 : 1

for (const reader of readers)
  test(`a scraper that is ${reader} gets less than a twentieth of what is closed to it`, async () => {
    const owner = await requestsOf('premium')
    for (const which of closedTo[reader]) {
      const { texts, prey } = issues[which]
      const ask = await requestsOf(reader)
      const signatureIn = async (each: Ask) =>
        /"signature":"([^"]+)"/.exec((await each(`/api/v8/issuecontent/${prey.uid}/access`)).text)?.[1]
      const closed = closedText(texts.slice(closedFrom(reader, which) - 1))
      const signature = (await signatureIn(ask)) ?? 'until=1&pages=1&v=1&signature=x'
      const stolen = (await signatureIn(owner)) ?? 'until=2&pages=2&v=1&signature=x'
      const { requested, answers } = await scrape(ask, prey, { most: REQUESTS, signature, stolen: [stolen] })
      expect(requested).toBeGreaterThan(100)
      for (const answer of answers) closed.collect(answer)
      expect([which, closed.share() < MOST, closed.share()]).toEqual([which, true, expect.any(Number)])
    }
  }, 600_000)

test('the same scraper reads nearly everything if all pages are open', async () => {
  const { texts, prey } = issues.newspaper
  const ask = await requestsOf('premium')
  const access = await ask(`/api/v8/issuecontent/${prey.uid}/access`)
  const signature = /"signature":"([^"]+)"/.exec(access.text)![1]!
  const { answers } = await scrape(ask, prey, { most: 200, signature, stolen: [] })
  const all = closedText(texts)
  for (const answer of answers) all.collect(answer)
  expect(all.share()).toBeGreaterThan(0.9)
}, 600_000)

/** Number of searches with a dictionary; SCRAPER_SEARCHES=14400 is an hour at 240 a minute. */
const SEARCHES = Number(process.env.SCRAPER_SEARCHES ?? 300)
/** Maximum share of a closed issue's words that one address may find out in an hour. */
const MOST_WORDS = 0.02

/** Searches with a dictionary; returns the shares of an issue's words and of its text that were found out. */
async function soundedOut(ask: Ask) {
  const { texts, prey } = issues.newspaper
  const closed = closedText(texts.slice(1))
  const inText = new Set(wordsOf(texts.slice(1).join(' ')))
  const parts = writer(77)(200).split(' ')
  const dictionary = new Set(inText)
  for (const one of parts) for (const other of parts) if (dictionary.size < 20_000) dictionary.add(`${one}${other}`.toLowerCase())
  const { known, sentences, requested } = await soundOut(ask, prey, [...dictionary].sort(), SEARCHES)
  for (const sentence of sentences) closed.collect(sentence)
  const words = [...known].filter((word) => inText.has(word)).length / inText.size
  return { requested, words, text: closed.share(), dictionary: dictionary.size }
}

/** Sends requests as this reader from one address. @param isLimited false: what was counted is forgotten before each */
async function fromOneAddress(reader: Reader, isLimited: boolean): Promise<Ask> {
  const headers = await headersOf(reader)
  await connection.db.deleteFrom('rate_limits').execute()
  return async (path) => {
    if (!isLimited) await connection.db.deleteFrom('rate_limits').execute()
    const response = await api.ask(path, { headers, address: '203.0.113.99' })
    return { status: response.status, text: await response.text() }
  }
}

test.each(['anonymous', 'free'] as const)(
  'a dictionary attack from one address, %s, reveals almost no words of a restricted issue within an hour',
  async (reader) => {
    const ask = await fromOneAddress(reader, true)
    let answered = 0
    const { words, text, requested, dictionary } = await soundedOut(async (path) => {
      const answer = await ask(path)
      if (answer.status === 200) answered++
      return answer
    })
    // If every search were rejected, the attack would prove nothing.
    expect(answered).toBeGreaterThan(0)
    expect(dictionary).toBe(20_000)
    expect(requested).toBeGreaterThanOrEqual(Math.min(SEARCHES, 300))
    expect([words < MOST_WORDS, words, text]).toEqual([true, expect.any(Number), 0])
  },
  1_200_000,
)

test('without rate limits, the dictionary attack succeeds', async () => {
  expect((await soundedOut(await fromOneAddress('free', false))).words).toBeGreaterThan(MOST_WORDS)
}, 1_200_000)

test('the search results of a closed page do not depend on the query', async () => {
  const { texts, prey } = issues.newspaper
  const ask = await requestsOf('free')
  const shown = new Set<string>()
  for (const word of new Set(
    wordsOf(texts[6]!)
      .filter(({ length }) => length > 6)
      .slice(0, 25),
  )) {
    const { hits } = JSON.parse((await ask(`/api/v8/issuecontent/${prey.uid}/search?q=${encodeURIComponent(word)}`)).text)
    for (const { page, snippet } of hits) if (page === 7) shown.add(snippet)
  }
  expect([...shown]).toEqual([texts[6]!.split('\n')[0]])
})
