import { search } from '@kiosk/domain/catalogue/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildAccount, signedIn, subscribe } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { buildIssue, buildTitle } from './build-catalogue.ts'
import { HIT_ENDS, HIT_STARTS, markHits } from './snippet.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const moon = await buildTitle(db, { name: 'Mondblick', key: 'mondblick' })
  for (const month of [1, 2, 3])
    await buildIssue(db, { title: moon, name: `Nr. ${month}`, issue_date: `2026-0${month}-01`, pages: ['Leer'] })
  await buildIssue(db, {
    title: await buildTitle(db, { name: 'Café & Küche', key: 'cafe' }),
    pages: ['Ein Frühstück mit <b>Marmelade</b> & Butter'],
  })
  await buildIssue(db, { title: await buildTitle(db, { name: '100 % Auto', key: 'auto' }), pages: ['Kein Text hierzu'] })
  await buildIssue(db, {
    title: await buildTitle(db, { name: 'Garden Weekly', key: 'garden', language: 'en' }),
    pages: ['Running gardeners', 'The gardens were running wild'],
  })
  await buildIssue(db, {
    title: await buildTitle(db, { name: 'Les Chevaux', key: 'chevaux', language: 'fr' }),
    pages: ['Les chevaux sauvages de la Camargue'],
  })
  await buildIssue(db, {
    title: await buildTitle(db, { name: 'Häuser', key: 'haeuser' }),
    pages: ['Die alten Häuser der Stadt', 'wilde Katze', 'Katze, ganz wilde'],
  })
  const common = await buildTitle(db, { name: 'Wochenschrift', key: 'wochenschrift' })
  for (let n = 0; n < 30; n++) {
    const issue_date = `2026-10-${String(n + 1).padStart(2, '0')}`
    await buildIssue(db, { title: common, issue_date, pages: ['Allerweltswort', 'Allerweltswort', 'Allerweltswort'] })
  }
  const churches = await buildTitle(db, { name: 'Türme', key: 'tuerme' })
  await buildIssue(db, {
    title: churches,
    issue_date: '2020-05-01',
    pages: ['Die Stadtkirche am Markt', 'Kirchenchor und Turm', 'Der Chor einer Stadt', 'Lauter Kirche Kirche Kirche'],
  })
  await buildIssue(db, { title: churches, issue_date: '2021-05-01', pages: ['Ein Portrait', 'Kirchliches', 'Groesse der Kaese'] })
  await buildIssue(db, {
    title: await buildTitle(db, { name: 'The Steeple', key: 'steeple', language: 'en' }),
    issue_date: '2019-05-01',
    pages: ['A Kirche is a church', 'The port of Dover'],
  })
  const sizes = await buildTitle(db, { name: 'Maße', key: 'masse' })
  for (let day = 1; day <= 12; day++)
    await buildIssue(db, {
      title: sizes,
      issue_date: `2015-03-${String(day).padStart(2, '0')}`,
      pages:
        day % 6 === 1
          ? ['Von großer Größen und Großmütter', `Die Größe zählt, ${day}`]
          : ['Der große Wagen', 'ein großes Tor, große Tür'],
    })
  await buildIssue(db, {
    title: await buildTitle(db, { name: 'Abendblatt', key: 'abendblatt', kind: 'newspaper' }),
    pages: ['Vorn', 'Zwei Gletscherspalten im Eis'],
  })
  api = await testApi(connection, { requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const find = (q: string) => api.answer(search, `search?q=${encodeURIComponent(q)}`)
const titlesFor = async (q: string) => [...new Set((await find(q)).issues.map(({ titleLine }) => titleLine))]
const pagesFor = async (q: string) => (await find(q)).pages.map(({ issue, page }) => `${issue.magazineKey} ${page}`)

test('a title is found whatever its case, without its accents, by a part and with a slip of the pen', async () => {
  for (const q of ['mondblick', 'MONDBLICK', 'Mondbl', 'blick', 'Mondblikc', 'Modnblick'])
    expect(await titlesFor(q), q).toEqual(['Mondblick'])
  for (const q of ['cafe', 'CAFÉ', 'kuche', 'Küche']) expect(await titlesFor(q), q).toEqual(['Café & Küche'])
})

test('a title that only shares letters with what was typed is no answer', async () => {
  for (const q of ['Monat', 'Monolith', 'Hafen']) expect(await titlesFor(q), q).toEqual([])
})

test('signs of the search itself are only signs', async () => {
  expect(await titlesFor('100 %')).toEqual(['100 % Auto'])
  for (const q of ['%', '_', '%%%', '\\', "'", '"', '!', '&', '|', '(', '<->', ':*', '-', '*', '😀', '\u0001']) {
    expect((await api.ask(`search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
  }
})

test('the newest issue of a title comes first, then its back issues', async () => {
  const { issues } = await find('mondblick')
  expect(issues.map(({ detailLine }) => detailLine.slice(0, 5))).toEqual(['Nr. 3', 'Nr. 2', 'Nr. 1'])
})

test('pages are found by the stems of their languages and without accents', async () => {
  expect(await pagesFor('garden run')).toEqual(expect.arrayContaining(['garden 1', 'garden 2']))
  expect(await pagesFor('cheval sauvage')).toEqual(['chevaux 1'])
  expect(await pagesFor('sauvage')).toEqual(['chevaux 1'])
  expect(await pagesFor('haus')).toEqual(['haeuser 1'])
  expect(await pagesFor('fruhstuck')).toEqual(['cafe 1'])
})

test('a phrase is found in its order only, and a word can be left out', async () => {
  expect(await pagesFor('"wilde katze"')).toEqual(['haeuser 2'])
  expect(await pagesFor('katze -ganz')).toEqual(['haeuser 2'])
  expect(await pagesFor('-ganz')).toEqual(expect.any(Array))
})

test('quotes mean the word as it is written, in every order', async () => {
  for (const order of ['newest', 'best']) {
    const exactly = async (q: string) =>
      (await api.answer(search, `search?title=masse&order=${order}&q=${encodeURIComponent(q)}`)).pages
        .map(({ issue, page }) => `${issue.releaseDate.slice(-2)}.${page}`)
        .sort()
    expect(await exactly('"Größe"')).toEqual(['01.2', '07.2'])
    expect(await exactly('"GRÖßE ZÄHLT"')).toEqual(['01.2', '07.2'])
    expect(await exactly('"Größen"')).toEqual(['01.1', '07.1'])
    expect(await exactly('"Grosse"')).toEqual([])
    expect((await exactly('Größe')).length).toBeGreaterThan(12)
  }
})

test('of the best pages those come first that hold a word as it was typed', async () => {
  const { pages } = await api.answer(search, 'search?title=masse&order=best&q=Gr%C3%B6%C3%9Fe')
  const first = pages.slice(0, 2).map(({ issue, page }) => `${issue.releaseDate.slice(-2)}.${page}`)
  expect(first.sort()).toEqual(['01.2', '07.2'])
})

test('an excluded word is left out in every language', async () => {
  expect(await pagesFor('garden -running')).toEqual([])
  expect(await pagesFor('katze -"ganz wilde"')).toEqual(['haeuser 2'])
})

test('one of two words is enough where `or` stands between them', async () => {
  expect((await pagesFor('marmelade or camargue')).sort()).toEqual(['cafe 1', 'chevaux 1'])
})

test('a German word is found in the compounds it is part of, not where letters only happen to follow each other', async () => {
  const pages = await pagesFor('Kirche')
  expect(pages).toEqual(expect.arrayContaining(['tuerme 1', 'tuerme 2', 'steeple 1']))
  expect(await pagesFor('"Kirche"')).not.toContain('tuerme 1')
  expect(await pagesFor('port')).toEqual(['steeple 2'])
})

test('umlauts are found however they are spelled, on either side', async () => {
  for (const q of ['Häuser', 'Haeuser', 'hauser']) expect(await pagesFor(q), q).toContain('haeuser 1')
  for (const q of ['Käse', 'kaese']) expect(await pagesFor(q), q).toEqual(['tuerme 3'])
  for (const q of ['Größe', 'groesse']) expect(await pagesFor(q), q).toContain('tuerme 3')
})

test('a slip of the pen is put right where nothing is found, and said so', async () => {
  for (const q of ['Marmealde', 'Marmalade', 'marmelde']) {
    const { pages, corrected } = await find(q)
    expect([q, corrected, pages.length]).toEqual([q, 'Marmelade', 1])
  }
  expect((await find('chevau sauvagse')).corrected).toBe('cheval sauvages')
  expect((await find('Marmelade')).corrected).toBeUndefined()
  expect((await find('"Marmealde"')).corrected).toBeUndefined()
})

test('a slip is put right alike in every order of the hits, and so many unknown words are none', async () => {
  for (const q of ['Allerweltswrot', 'Marmealde', 'Kirhcenchor']) {
    const inOrder = async (order: string) =>
      (await api.answer(search, `search?order=${order}&q=${encodeURIComponent(q)}`)).corrected
    expect([q, await inOrder('best')]).toEqual([q, await inOrder('newest')])
  }
  expect((await find('Marmealde Marmalade marmelde')).corrected).toBe('Marmelade Marmelade Marmelade')
  expect((await find('Marmealde Marmalade marmelde Butetr')).corrected).toBeUndefined()
})

test('a slip is put right without telling what a closed page says', async () => {
  const { pages, corrected } = await find('Gletscherspatle')
  expect([corrected, pages.map(({ snippet }) => snippet)]).toEqual(['Gletscherspalte', ['']])
})

test('a search is narrowed to a title, a language, a time', async () => {
  const within = async (query: string) =>
    (await api.answer(search, `search?q=Kirche&${query}`)).pages.map(({ issue, page }) => `${issue.magazineKey} ${page}`)
  expect(await within('title=steeple')).toEqual(['steeple 1'])
  expect(await within('language=en')).toEqual(['steeple 1'])
  expect(await within('to=2019-12-31')).toEqual(['steeple 1'])
  expect(await within('from=2020-01-01&language=de')).toEqual(['tuerme 1', 'tuerme 2'])
  expect(await within('title=unknown')).toEqual([])
  const { issues } = await api.answer(search, 'search?q=mondblick&from=2026-02-01&to=2026-02-28')
  expect(issues.map(({ detailLine }) => detailLine.slice(0, 5))).toEqual(['Nr. 2'])
  for (const wrong of ['from=2026-02-30', 'language=deutsch', 'order=oldest', 'after=x', 'order=best&after=2026-01-01.1'])
    expect((await api.refusal(`search?q=Kirche&${wrong}`)).status, wrong).toBe(400)
})

test('the page that says most about it comes first, if one wants it so', async () => {
  const { pages } = await api.answer(search, 'search?q=Kirche&order=best&title=tuerme')
  expect(pages[0]?.page).toBe(4)
})

test('hits go on page by page, none twice and none left out', async () => {
  for (const order of ['newest', 'best']) {
    const met: string[] = []
    let next: string | undefined = `search?q=Allerweltswort&order=${order}`
    for (let rounds = 0; next && rounds < 10; rounds++) {
      const { pages, nextUrl }: { pages: { issue: { releaseDate: string }; page: number }[]; nextUrl?: string | undefined } =
        await api.answer(search, next)
      met.push(...pages.map(({ issue, page }) => `${issue.releaseDate} ${page}`))
      next = nextUrl
    }
    expect(met).toHaveLength(60)
    expect(new Set(met).size).toBe(60)
  }
})

test('a snippet is text with nothing but marks', async () => {
  const { pages } = await find('marmelade')
  expect(pages[0]?.snippet).toContain('<mark>Marmelade</mark>')
  expect(pages[0]?.snippet.replace(/<\/?mark>/g, '')).not.toMatch(/[<>]/)
})

test('a page can forge no marks', () => {
  expect(markHits(`<script>${HIT_STARTS}x${HIT_ENDS}</script> ${HIT_ENDS}y${HIT_STARTS} & "z"`)).toBe(
    '&lt;script&gt;<mark>x</mark>&lt;/script&gt; y &amp; &quot;z&quot;',
  )
})

test('a common word finds the newest issues, a few pages of each, and no more than twenty', async () => {
  const { pages } = await find('Allerweltswort')
  expect(pages).toHaveLength(20)
  const days = pages.map(({ issue }) => issue.releaseDate)
  expect(days).toEqual([...days].sort().reverse())
  expect(days[0]).toBe('2026-10-30')
  expect(new Set(days).size).toBe(10)
})

test('covers come in the height of a search unless another is asked', async () => {
  expect((await find('mondblick')).issues[0]?.coverURL).toContain('coverheight=416')
  const { issues } = await api.answer(search, 'search?q=mondblick&coverheight=560')
  expect(issues[0]?.coverURL).toContain('coverheight=560')
  expect(await api.refusal('search?q=mondblick&coverheight=300')).toEqual({
    status: 400,
    code: 'wrong_input',
    field: 'coverheight',
  })
})

test('nothing found is an empty answer', async () => {
  expect(await find('qqqqzzzz')).toEqual({ issues: [], pages: [] })
})

test.each(['best', 'newest'])('hits that come cut short, order %s, are kept for nobody', async (order) => {
  const { db } = connection
  const path = `search?q=Allerweltswort&title=wochenschrift&order=${order}`
  const answer = async () => {
    const response = await api.ask(path)
    const { pages, cut } = (await response.json()) as { pages: object[]; cut?: boolean }
    return { hits: pages.length, cut, kept: response.headers.get('cache-control') }
  }
  // Every page takes longer to look at than there is time for all.
  await sql`create or replace function page_says(page pages, patterns text[]) returns boolean language plpgsql stable as
    $$ begin perform pg_sleep(0.02); return true; end $$`.execute(db)
  const hurried = await answer()
  await sql`create or replace function page_says(page pages, patterns text[]) returns boolean language sql stable parallel safe as
    $$ select cardinality(patterns) = 0 or page.text ~ all (patterns) $$`.execute(db)
  expect(hurried).toMatchObject({ cut: true, kept: 'private, no-cache' })
  expect(hurried.hits).toBeLessThan(20)
  // The machine may be in a hurry by itself.
  await vi.waitFor(async () => expect(await answer()).toEqual({ hits: 20, cut: undefined, kept: 'public, no-cache' }), {
    timeout: 20_000,
  })
})

test('a suggestion finds something for the visitor who asks; what is only guessed from a closed page is none', async () => {
  const { db } = connection
  const paper = await buildTitle(db, { name: 'Morgenpost', key: 'morgenpost', kind: 'newspaper' })
  await buildIssue(db, { title: paper, pages: ['Vorn', 'Krokodilhaus', 'Ein Gnu'] })
  const isSeen = async () => expect((await find('Krokodilhaus')).pages).toHaveLength(1)
  await vi.waitFor(isSeen, { timeout: 10_000 })
  for (const typed of ['Krokodilhaas', 'Krokodilhausong', 'Krokodilhaung', 'Gnuxng', 'Gletscherspaltne']) {
    const { pages, corrected } = await find(typed)
    if (corrected === undefined) expect([typed, pages]).toEqual([typed, []])
    else expect([corrected, await find(corrected)]).toEqual([corrected, { issues: [], pages }])
  }
  expect((await find('Krokodilhaas')).corrected).toBe('Krokodilhaus')
  expect(await find('Gnuxng')).toEqual({ issues: [], pages: [] })
})

/** Words that may be asked of closed pages in an hour. */
const WORDS_AN_HOUR = 300
const AT_ONCE = 12

test('who asked for very many words finds no closed pages for a while; others do, and so does who reads everything', async () => {
  const { db } = connection
  await buildIssue(db, { title: await buildTitle(db, { name: 'Bergheft', key: 'bergheft' }), pages: ['Gletscherspalten, offen'] })
  const free = await signedIn(db, await buildAccount(db))
  const account = await buildAccount(db)
  await subscribe(db, account)
  const premium = await signedIn(db, account)
  const asking = (headers: Record<string, string>, address: string) => async (q: string) => {
    const answer = await api.answer(search, `search?q=${encodeURIComponent(q)}`, { headers, address })
    return { ...answer, pages: answer.pages.map(({ issue, page }) => `${issue.magazineKey} ${page}`) }
  }
  const everything = ['abendblatt 2', 'bergheft 1']
  for (const headers of [free, {}]) {
    const ask = asking(headers, '192.0.2.66')
    for (let asked = 0; asked < WORDS_AN_HOUR; asked += AT_ONCE)
      expect(await ask(Array.from({ length: AT_ONCE }, (_, n) => `nix${asked}${n}`).join(' or '))).toEqual({
        issues: [],
        pages: [],
      })
    // Others asked the same, and their answers are kept.
    expect((await asking({}, '192.0.2.67')('Gletscherspalten')).pages.sort()).toEqual(everything)
    expect(await ask('Gletscherspalten')).toEqual({
      issues: [],
      pages: headers === free ? ['bergheft 1'] : [],
      closedLeftOut: true,
    })
    // A word that is known from closed pages only is not told of, either.
    expect(await ask('Gletscherspaltne')).toEqual({ issues: [], pages: [], closedLeftOut: true })
    expect((await ask('Bergheft')).issues).toHaveLength(1)
  }
  const { pages, closedLeftOut } = await asking(premium, '192.0.2.66')('Gletscherspalten')
  expect([pages.sort(), closedLeftOut]).toEqual([everything, undefined])
  expect((await asking(await signedIn(db, await buildAccount(db)), '192.0.2.66')('Gletscherspalten')).pages.sort()).toEqual(
    everything,
  )
  const suspicions = db.selectFrom('security_events').select('kind').where('kind', '=', 'scraping.suspected')
  expect(await suspicions.execute()).toHaveLength(2)
})

test('where the list goes on tells nothing of closed pages that are left out', async () => {
  const { db } = connection
  const paper = await buildTitle(db, { name: 'Tagblatt', key: 'tagblatt', kind: 'newspaper' })
  for (let day = 1; day <= 24; day++)
    await buildIssue(db, { title: paper, issue_date: `2025-02-${String(day).padStart(2, '0')}`, pages: ['Vorn', 'Eisheilige'] })
  const ask = (order: string) => api.answer(search, `search?q=Eisheilige&order=${order}`, { address: '192.0.2.68' })
  // Titles are kept in memory: the API hears of a new one a moment later.
  await vi.waitFor(async () => expect((await ask('newest')).pages).toHaveLength(20), { timeout: 10_000 })
  for (const order of ['newest', 'best']) expect((await ask(order)).nextUrl).toBeDefined()
  await db.updateTable('rate_limits').set({ points: WORDS_AN_HOUR }).where('key', 'like', 'closed-search:%').execute()
  for (const order of ['newest', 'best']) expect(await ask(order)).toEqual({ issues: [], pages: [], closedLeftOut: true })
})
