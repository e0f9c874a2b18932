import { article, access as declared, pageWords, searchInIssue } from '@kiosk/domain/reading/endpoints'
import { readerInfo } from '@kiosk/domain/reading/shelf-endpoints'
import { DEVICES } from '@kiosk/domain/subscriptions/plans'
import { beforeAll, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../accounts/testing/accounts.ts'
import { issueFolder } from '../adapters/storage/port.ts'
import { type BuiltIssue, createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../testing/open-test-api.ts'

// Checks the rights of every response that contains part of an issue, for every kind of reader, issue and restriction.

const PAGES = 12
const kinds = ['magazine', 'newspaper'] as const
const readers = ['anonymous', 'FREE', 'PROMO', 'MAGZ', 'PREMIUM'] as const
type Kind = (typeof kinds)[number]
type Reader = (typeof readers)[number]
type Headers = Record<string, string>

/** ADR-0172: pages online, the last article, hits on the last page, download, read aloud, advertisements. */
const expected = `
  magazine  anonymous  8 part  hidden -    -     ads
  magazine  FREE      12 whole marked -    -     ads
  magazine  PROMO     12 whole marked -    -     -
  magazine  MAGZ      12 whole marked copy -     -
  magazine  PREMIUM   12 whole marked copy audio -
  newspaper anonymous  1 part  hidden -    -     ads
  newspaper FREE       1 part  hidden -    -     ads
  newspaper PROMO      1 part  hidden -    -     -
  newspaper MAGZ      12 whole marked -    -     -
  newspaper PREMIUM   12 whole marked copy audio -`
const cells = expected
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [Kind, Reader, ...string[]])
/** A device beyond the limit of the tier. */
const SHUT = '0 part hidden - -'

let now = new Date()
const shown = {} as Record<Kind, { everywhere: BuiltIssue; inGermany: BuiltIssue; grownUp: BuiltIssue }>
const articles = new Map<string, string>()
const { connection, api } = await openTestApi({
  now: () => now,
  requestsPerMinute: 0,
  renderPage: async (_, page, width) => Buffer.from(`page ${page} at ${width}`),
})
beforeAll(async () => {
  for (const kind of kinds)
    shown[kind] = {
      everywhere: await issueOf(kind),
      inGermany: await issueOf(kind, { shown_in: ['DE'] }),
      grownUp: await issueOf(kind, { age_rating: 18 }),
    }
  await connection.db
    .insertInto('promo_codes')
    .values({ code: 'LESEZEIT', titles: '{}', days: 30, redeemable_until: new Date('2100-01-01') })
    .execute()
})

async function issueOf(kind: Kind, values: Parameters<typeof createTitle>[1] = {}): Promise<BuiltIssue> {
  const title = await createTitle(connection.db, { kind, ...values })
  const issue = await createIssue(connection.db, {
    title,
    pages: Array.from({ length: PAGES }, (_, index) => (index + 1 === PAGES ? 'Ein Luchs im Wald' : 'Nichts')),
    articles: [{ headline: 'Luchs', html: '<p>Vorn.</p><p>Hinten.</p>', firstPage: PAGES, lastPage: PAGES }],
    source_sha256: title.key,
  })
  const words = Buffer.from(JSON.stringify({ lines: [[['Luchs', 0.1, 0.1, 0.2, 0.02]]] }))
  await api.files.write(`${issueFolder(issue.uid, 1)}pages/${PAGES}.words.json`, words)
  const { id } = await connection.db
    .selectFrom('articles')
    .select('id')
    .where('issue_id', '=', issue.id)
    .executeTakeFirstOrThrow()
  articles.set(issue.uid, String(id))
  return issue
}

async function headersOf(reader: Reader, options: { grownUp?: boolean; devices?: number } = {}): Promise<Headers> {
  if (reader === 'anonymous') return {}
  const account = await createAccount(connection.db, { allow_age_restricted: options.grownUp ?? false })
  if (reader === 'MAGZ' || reader === 'PREMIUM') await subscribe(connection.db, account, reader === 'MAGZ' ? 10 : 2)
  if (reader === 'PROMO')
    await connection.db
      .insertInto('promo_redemptions')
      .values({ account_id: account.id, code: 'LESEZEIT', expires_at: new Date('2100-01-01') })
      .execute()
  for (let device = 0; device < (options.devices ?? 0); device++) {
    const headers = await signedIn(connection.db, account)
    await api.answer(declared, `issuecontent/${shown.magazine.everywhere.uid}/access`, { headers })
  }
  return signedIn(connection.db, account)
}

type Requested = { headers: Headers; country?: string }
const codeOf = async (path: string, requested: Requested & { form?: Record<string, string> }) => {
  const response = await api.ask(path, requested)
  if (response.status === 200) {
    await response.arrayBuffer()
    return 'given'
  }
  return ((await response.json()) as { code: string }).code
}

/** Returns every address of an issue that takes a signature, for page `page`. */
const signed = (uid: string, page: number, signature: string) => [
  `issuecontent/${uid}/pages/${page}/picture?width=1240&${signature}`,
  `issuecontent/${uid}/pages/${page}/picture?width=160&format=avif&${signature}`,
  `issuecontent/${uid}/pages/${page}/words?${signature}`,
  `issuecontent/${uid}/offline?language=de&${signature}`,
]

/** Returns what the API shows of an issue, in the format of the table; checks that every page agrees with the access response. */
async function givenTo(uid: string, requested: Requested): Promise<string> {
  const access = await api.answer(declared, `issuecontent/${uid}/access`, requested)
  for (const page of [1, access.pagesOpen, access.pagesOpen + 1, PAGES].filter((each) => each >= 1 && each <= PAGES)) {
    const may = page <= access.pagesOpen ? 'given' : 'not_entitled'
    for (const path of signed(uid, page, access.signature).slice(0, 3)) expect(await codeOf(path, requested), path).toBe(may)
  }
  const copy = access.offline ? 'given' : 'not_entitled'
  expect(await codeOf(signed(uid, 1, access.signature)[3]!, requested)).toBe(copy)
  const rejectedCopy = requested.headers.cookie ? 'not_entitled' : 'not_signed_in'
  expect(await codeOf(`issuecontent/${uid}/download`, { ...requested, form: {} })).toBe(access.offline ? 'given' : rejectedCopy)
  const { whole, html } = await api.answer(article, `issuecontent/${uid}/article/${articles.get(uid)}`, requested)
  expect(html.includes('Hinten')).toBe(whole)
  const { hits } = await api.answer(searchInIssue, `issuecontent/${uid}/search?q=Luchs`, requested)
  return [
    access.pagesOpen,
    whole ? 'whole' : 'part',
    hits.some(({ boxes }) => boxes.length > 0) ? 'marked' : 'hidden',
    access.offline ? 'copy' : '-',
    access.audio ? 'audio' : '-',
    access.ads ? 'ads' : '-',
  ].join(' ')
}

/** Expects that the issue is not found and no signature opens it. */
async function expectNothing(uid: string, requested: Requested): Promise<void> {
  const stolen = await api.answer(declared, `issuecontent/${shown.magazine.everywhere.uid}/access`, requested)
  const paths = ['access', 'contents', `article/${articles.get(uid)}`, 'search?q=Luchs'].map(
    (each) => `issuecontent/${uid}/${each}`,
  )
  for (const path of paths) expect(await codeOf(path, requested), path).toBe('not_found')
  for (const path of signed(uid, 1, stolen.signature)) expect(await codeOf(path, requested), path).toBe('not_entitled')
  const copy = await codeOf(`issuecontent/${uid}/download`, { ...requested, form: {} })
  expect(copy).toBe(requested.headers.cookie ? 'not_found' : 'not_signed_in')
}

test('the table has a cell for every reader and kind', () => {
  expect(cells.map(([kind, reader]) => `${kind} ${reader}`)).toEqual(
    kinds.flatMap((kind) => readers.map((reader) => `${kind} ${reader}`)),
  )
})

test.each(cells)('every response for a %s respects the rights of %s readers', async (kind, reader, ...rights) => {
  const { everywhere, inGermany, grownUp } = shown[kind]
  const headers = await headersOf(reader)
  expect(await givenTo(everywhere.uid, { headers })).toBe(rights.join(' '))
  if (headers.cookie) {
    const info = await api.answer(readerInfo, 'readerinfo/web', { headers })
    expect([info.rights[kind].offline, info.rights[kind].audio, info.rights[kind].ads]).toEqual(
      ['copy', 'audio', 'ads'].map((each) => rights.includes(each)),
    )
  }
  await expectNothing(inGermany.uid, { headers })
  expect(await givenTo(inGermany.uid, { headers, country: 'DE' })).toBe(rights.join(' '))
  await expectNothing(grownUp.uid, { headers })
  if (reader === 'anonymous') return
  expect(await givenTo(grownUp.uid, { headers: await headersOf(reader, { grownUp: true }) })).toBe(rights.join(' '))
})

test.each(cells.filter(([, reader]) => reader !== 'anonymous'))(
  'on a device beyond the limit, a %s returns nothing to %s readers',
  async (kind, reader, ...rights) => {
    const limit = DEVICES[reader === 'MAGZ' || reader === 'PREMIUM' ? reader : 'FREE']
    const headers = await headersOf(reader, { devices: limit })
    expect(await givenTo(shown[kind].everywhere.uid, { headers })).toBe(`${SHUT} ${rights.at(-1)}`)
  },
)

test.each(cells)('for a %s, %s readers get no access with a stolen, changed or expired address', async (kind, reader) => {
  const { uid } = shown[kind].everywhere
  const rich = await headersOf('PREMIUM')
  const otherAccess = await api.answer(declared, `issuecontent/${uid}/access`, { headers: rich })
  const requested = { headers: await headersOf(reader) }
  for (const path of signed(uid, 1, otherAccess.signature)) expect(await codeOf(path, requested), path).toBe('not_entitled')
  const own = await api.answer(declared, `issuecontent/${uid}/access`, requested)
  const more = own.signature.replace(/pages=\d+/, `pages=${PAGES + 1}`)
  const longer = own.signature.replace(/until=\d+/, 'until=9999999999')
  for (const changed of [more, longer])
    for (const path of signed(uid, 1, changed)) expect(await codeOf(path, requested), path).toBe('not_entitled')
  now = new Date(own.until * 1000)
  try {
    for (const path of signed(uid, 1, own.signature)) expect(await codeOf(path, requested), path).toBe('address_expired')
  } finally {
    now = new Date()
  }
})

test('an address opens nothing after its device was removed or its session ended', async () => {
  const { uid } = shown.newspaper.everywhere
  const headers = await headersOf('PREMIUM')
  const { signature } = await api.answer(declared, `issuecontent/${uid}/access`, { headers })
  await api.answer(pageWords, signed(uid, PAGES, signature)[2]!, { headers })
  expect((await api.ask('websession/logout', { headers, form: {} })).status).toBe(200)
  for (const path of signed(uid, 1, signature)) expect(await codeOf(path, { headers }), path).toBe('not_entitled')
})

test.each([
  ['MAGZ', [10, 3, 6]],
  ['PREMIUM', [2, 5, 8, 9]],
] as const)('%s means the same in every market', async (tier, plans) => {
  const cell = cells.find(([kind, reader]) => kind === 'newspaper' && reader === tier)!.slice(2)
  for (const plan of plans) {
    const account = await createAccount(connection.db)
    await subscribe(connection.db, account, plan)
    const headers = await signedIn(connection.db, account)
    expect(await givenTo(shown.newspaper.everywhere.uid, { headers })).toBe(cell.join(' '))
  }
})

test('a subscription takes precedence over a promo code', async () => {
  const account = await createAccount(connection.db)
  await subscribe(connection.db, account, 10)
  await connection.db
    .insertInto('promo_redemptions')
    .values({ account_id: account.id, code: 'LESEZEIT', expires_at: new Date('2100-01-01') })
    .execute()
  const headers = await signedIn(connection.db, account)
  expect(await givenTo(shown.magazine.everywhere.uid, { headers })).toBe('12 whole marked copy - -')
})

test('an article linked by a topic is open to everyone who may see its issue', async () => {
  for (const { uid, id } of [await issueOf('newspaper'), await issueOf('newspaper', { shown_in: ['DE'] })]) {
    const path = `issuecontent/${uid}/article/${articles.get(uid)}`
    const topic = { uid: `zu-${uid}`, language: 'de', headline: 'Luchs', text: 'x', release_date: '2026-11-01' }
    await connection.db
      .insertInto('topics')
      .values({ ...topic, issue_id: id, article_position: 0 })
      .execute()
    expect(await api.answer(article, path, { country: 'DE' })).toMatchObject({ whole: true })
    expect((await api.answer(declared, `issuecontent/${uid}/access`, { country: 'DE' })).pagesOpen).toBe(1)
  }
  const [hidden] = [...articles].slice(-1)
  expect(await codeOf(`issuecontent/${hidden![0]}/article/${hidden![1]}`, { headers: {} })).toBe('not_found')
})
