import { search } from '@kiosk/domain/catalogue/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import type { Connection } from '../../db/connect.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'
import { HIT_ENDS, HIT_STARTS, markHits } from './snippet.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const moon = await createTitle(db, { name: 'Mondblick', key: 'mondblick' })
  for (const month of [1, 2, 3])
    await createIssue(db, { title: moon, name: `Nr. ${month}`, issue_date: `2026-0${month}-01`, pages: ['Leer'] })
  await createIssue(db, {
    title: await createTitle(db, { name: 'Café & Küche', key: 'cafe' }),
    pages: ['Ein Frühstück mit <b>Marmelade</b> & Butter'],
  })
  await createIssue(db, { title: await createTitle(db, { name: '100 % Auto', key: 'auto' }), pages: ['Kein Text hierzu'] })
  await createIssue(db, {
    title: await createTitle(db, { name: 'Garden Weekly', key: 'garden', language: 'en' }),
    pages: ['Running gardeners', 'The gardens were running wild'],
  })
  await createIssue(db, {
    title: await createTitle(db, { name: 'Les Chevaux', key: 'chevaux', language: 'fr' }),
    pages: ['Les chevaux sauvages de la Camargue', 'Plus tard'],
  })
  await createIssue(db, {
    title: await createTitle(db, { name: 'Häuser', key: 'haeuser' }),
    pages: ['Die alten Häuser der Stadt', 'wilde Katze', 'Katze, ganz wilde', 'Ausstellungen im Stadtmuseum'],
  })
  const common = await createTitle(db, { name: 'Wochenschrift', key: 'wochenschrift' })
  for (let n = 0; n < 30; n++) {
    const issue_date = `2026-10-${String(n + 1).padStart(2, '0')}`
    await createIssue(db, { title: common, issue_date, pages: ['Allerweltswort', 'Allerweltswort', 'Allerweltswort'] })
  }
  const churches = await createTitle(db, { name: 'Türme', key: 'tuerme' })
  await createIssue(db, {
    title: churches,
    issue_date: '2020-05-01',
    pages: ['Die Stadtkirche am Markt', 'Kirchenchor und Turm', 'Der Chor einer Stadt', 'Lauter Kirche Kirche Kirche'],
  })
  await createIssue(db, {
    title: churches,
    issue_date: '2021-05-01',
    pages: ['Ein Portrait', 'Kirchliches', 'Groesse der Kaese'],
  })
  await createIssue(db, {
    title: await createTitle(db, { name: 'The Steeple', key: 'steeple', language: 'en' }),
    issue_date: '2019-05-01',
    pages: ['A Kirche is a church', 'The port of Dover'],
  })
  const sizes = await createTitle(db, { name: 'Maße', key: 'masse' })
  for (let day = 1; day <= 12; day++)
    await createIssue(db, {
      title: sizes,
      issue_date: `2015-03-${String(day).padStart(2, '0')}`,
      pages:
        day % 6 === 1
          ? ['Von großer Größen und Großmütter', `Die Größe zählt, ${day}`]
          : ['Der große Wagen', 'ein großes Tor, große Tür'],
    })
  await createIssue(db, {
    title: await createTitle(db, { name: 'Abendblatt', key: 'abendblatt', kind: 'newspaper' }),
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

test('finds a title in any case, without accents, by a part and with a typo', async () => {
  for (const q of ['mondblick', 'MONDBLICK', 'Mondbl', 'blick', 'Mondblikc', 'Modnblick'])
    expect(await titlesFor(q), q).toEqual(['Mondblick'])
  for (const q of ['cafe', 'CAFÉ', 'kuche', 'Küche']) expect(await titlesFor(q), q).toEqual(['Café & Küche'])
})

test('finds a title with a short name with two letters swapped or an umlaut spelled out', async () => {
  const { db } = connection
  for (const [name, key] of [
    ['Die Ziel', 'die-ziel'],
    ['Ölbild', 'oelbild'],
    ['Öko', 'oeko'],
    ['Vague', 'vague'],
  ] as const)
    await createIssue(db, { title: await createTitle(db, { name, key }), pages: ['Leer'] })
  await vi.waitFor(async () => expect(await titlesFor('Vague')).toEqual(['Vague']), { timeout: 10_000 })
  for (const [q, name] of [
    ['Zeil', 'Die Ziel'],
    ['Vauge', 'Vague'],
    ['Oeko', 'Öko'],
    ['oelbild', 'Ölbild'],
  ])
    expect([q, await titlesFor(q!)]).toEqual([q, [name]])
  // A different letter makes a different word.
  expect(await titlesFor('Oho')).toEqual([])
})

test('does not find a title that only shares letters with the query', async () => {
  for (const q of ['Monat', 'Monolith', 'Hafen']) expect(await titlesFor(q), q).toEqual([])
})

test('treats query operators as plain characters', async () => {
  expect(await titlesFor('100 %')).toEqual(['100 % Auto'])
  for (const q of ['%', '_', '%%%', '\\', "'", '"', '!', '&', '|', '(', '<->', ':*', '-', '*', '😀', '\u0001']) {
    expect((await api.ask(`search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
  }
})

test('says which pages are open, and which article has the words in its headline; the best page comes first', async () => {
  await createIssue(connection.db, {
    title: await createTitle(connection.db, { name: 'Morgenblatt', key: 'morgenblatt', kind: 'newspaper' }),
    pages: ['Einmal Lawinenhund in einem langen Text', 'Lawinenhund Lawinenhund', 'Nichts'],
    articles: [{ headline: 'Der Lawinenhund', html: '<p>x</p>', firstPage: 2, lastPage: 2 }],
  })
  const { pages } = await vi.waitFor(async () => {
    const found = await find('Lawinenhund')
    expect(found.pages).toHaveLength(2)
    return found
  }, 10_000)
  expect(pages.map(({ page, open, article }) => [page, open, article?.headline])).toEqual([
    [2, false, 'Der Lawinenhund'],
    [1, true, undefined],
  ])
  expect(pages[0]?.article?.id).toMatch(/^\d+$/)
})

test('shows below the headline of an article its own text, not another line of the page', async () => {
  const articles = [
    { headline: 'Der Biberdamm', html: '<p>Am Bach</p><p>Ein Biberdamm &amp; drei Burgen</p>', firstPage: 1, lastPage: 1 },
    { headline: 'Biberdamm geräumt', html: '<p>Die <em>Feuerwehr</em> half.</p>', firstPage: 2, lastPage: 2 },
  ]
  const pages = ['Wetter: am Biberdamm Regen', 'Kurz notiert: Biberdamm']
  const insert = async (name: string, kind: 'magazine' | 'newspaper') =>
    createIssue(connection.db, {
      title: await createTitle(connection.db, { name, key: name.toLowerCase(), kind }),
      pages,
      articles,
    })
  await insert('Bachlauf', 'magazine')
  await insert('Bachzeitung', 'newspaper')
  const found = await vi.waitFor(async () => {
    const found = await find('Biberdamm')
    expect(found.pages).toHaveLength(4)
    return found
  }, 10_000)
  const shown = found.pages.map(({ issue, page, open, snippet }) => [issue.magazineKey, page, open, snippet])
  expect(shown.sort()).toEqual([
    ['bachlauf', 1, true, 'Bach Ein <mark>Biberdamm</mark> &amp; drei Burgen'],
    // The article itself has none of the words.
    ['bachlauf', 2, true, 'Die Feuerwehr half.'],
    ['bachzeitung', 1, true, 'Bach Ein <mark>Biberdamm</mark> &amp; drei Burgen'],
    ['bachzeitung', 2, false, 'Die Feuerwehr half.'],
  ])
})

test('shows a text that several titles print once, where the visitor may read it', async () => {
  const { db } = connection
  const text =
    'Ein Eisvogelpaar hat am Donnerstag den Verkehr auf der alten Brücke für zwei Stunden aufgehalten, teilte die Polizei mit.'
  const insert = async (key: string, kind: 'magazine' | 'newspaper', page: string, headline?: string) =>
    createIssue(db, {
      title: await createTitle(db, { name: key, key, kind }),
      pages: ['Vorn', page],
      articles: headline === undefined ? [] : [{ headline, html: `<p>${text}</p>`, firstPage: 2, lastPage: 2 }],
    })
  await insert('papier-a', 'magazine', `Wetter: sonnig. ${text}`)
  await insert('papier-b', 'magazine', `Sport vom Tage, ganz kurz. ${text} Ende`)
  await insert('papier-c', 'magazine', 'Ein Eisvogelpaar brütet im Park')
  for (const key of ['papier-d', 'papier-e'])
    await insert(key, 'newspaper', `Das Kormoranpaar. ${text}`, 'Kormoranpaar hält den Verkehr auf')
  await insert('papier-f', 'magazine', `Das Kormoranpaar. ${text}`, 'Kormoranpaar hält den Verkehr auf')
  const openPages = async (q: string) =>
    (await find(q)).pages.filter(({ open }) => open).map(({ issue, page }) => `${issue.magazineKey} ${page}`)
  await vi.waitFor(async () => expect(await openPages('Kormoranpaar')).toEqual(['papier-f 2']), { timeout: 10_000 })
  expect((await find('Kormoranpaar')).pages).toHaveLength(1)
  expect(await openPages('Eisvogelpaar')).toEqual([expect.stringMatching(/papier-[abf] 2/), 'papier-c 2'])
})

test('puts the newest issue of a title first, then its back issues', async () => {
  const { issues } = await find('mondblick')
  expect(issues.map(({ detailLine }) => detailLine.slice(0, 5))).toEqual(['Nr. 3', 'Nr. 2', 'Nr. 1'])
})

test('finds pages by the stems of their language and without accents', async () => {
  expect(await pagesFor('garden run')).toEqual(expect.arrayContaining(['garden 1', 'garden 2']))
  expect(await pagesFor('cheval sauvage')).toEqual(['chevaux 1'])
  expect(await pagesFor('sauvage')).toEqual(['chevaux 1'])
  expect(await pagesFor('haus')).toEqual(['haeuser 1'])
  expect(await pagesFor('fruhstuck')).toEqual(['cafe 1'])
})

test('finds a phrase in its order only, and supports excluded words', async () => {
  expect(await pagesFor('"wilde katze"')).toEqual(['haeuser 2'])
  expect(await pagesFor('katze -ganz')).toEqual(['haeuser 2'])
  expect(await pagesFor('-ganz')).toEqual(expect.any(Array))
})

test('quotes match a word exactly, in every sort order', async () => {
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

test('ranks pages that hold a word as typed first', async () => {
  const { pages } = await api.answer(search, 'search?title=masse&order=best&q=Gr%C3%B6%C3%9Fe')
  const first = pages.slice(0, 2).map(({ issue, page }) => `${issue.releaseDate.slice(-2)}.${page}`)
  expect(first.sort()).toEqual(['01.2', '07.2'])
})

test('excludes a word in every language', async () => {
  expect(await pagesFor('garden -running')).toEqual([])
  expect(await pagesFor('katze -"ganz wilde"')).toEqual(['haeuser 2'])
})

test('`or` between two words finds pages with either', async () => {
  expect((await pagesFor('marmelade or camargue')).sort()).toEqual(['cafe 1', 'chevaux 1'])
})

test('finds a German word inside compounds, but not inside unrelated words', async () => {
  const newest = await api.answer(search, 'search?q=Kirche&order=newest')
  const pages = newest.pages.map(({ issue, page }) => `${issue.magazineKey} ${page}`)
  expect(pages).toEqual(expect.arrayContaining(['tuerme 1', 'tuerme 2', 'steeple 1']))
  expect(await pagesFor('"Kirche"')).not.toContain('tuerme 1')
  expect(await pagesFor('port')).toEqual(['steeple 2'])
})

test('finds umlauts in any spelling, in query and page', async () => {
  for (const q of ['Häuser', 'Haeuser', 'hauser']) expect(await pagesFor(q), q).toContain('haeuser 1')
  for (const q of ['Käse', 'kaese']) expect(await pagesFor(q), q).toEqual(['tuerme 3'])
  for (const q of ['Größe', 'groesse']) expect(await pagesFor(q), q).toContain('tuerme 3')
})

test('corrects a typo when nothing is found, and says so', async () => {
  for (const q of ['Marmealde', 'Marmalade', 'marmelde']) {
    const { pages, corrected } = await find(q)
    expect([q, corrected, pages.length]).toEqual([q, 'Marmelade', 1])
  }
  expect((await find('chevau sauvagse')).corrected).toBe('cheval sauvages')
  // A typo in the suffix.
  for (const q of ['Ausstellugnen', 'Ausstellungne']) expect([q, (await find(q)).corrected]).toEqual([q, 'Ausstellungen'])
  expect((await find('Marmelade')).corrected).toBeUndefined()
  expect((await find('"Marmealde"')).corrected).toBeUndefined()
  // Other words that no page contains are not turned into "tard", "Butter" and "wilde".
  for (const q of ['jardin', 'Mutter', 'milden']) expect([q, (await find(q)).corrected]).toEqual([q, undefined])
})

test('corrects a typo the same way in every sort order, and gives up on many unknown words', async () => {
  for (const q of ['Allerweltswrot', 'Marmealde', 'Kirhcenchor']) {
    const inOrder = async (order: string) =>
      (await api.answer(search, `search?order=${order}&q=${encodeURIComponent(q)}`)).corrected
    expect([q, await inOrder('best')]).toEqual([q, await inOrder('newest')])
  }
  expect((await find('Marmealde Marmalade marmelde')).corrected).toBe('Marmelade Marmelade Marmelade')
  expect((await find('Marmealde Marmalade marmelde Butetr')).corrected).toBeUndefined()
})

test('corrects typos without revealing the text of a closed page', async () => {
  const { pages, corrected } = await find('Gletscherspatle')
  expect([corrected, pages.map(({ snippet }) => snippet)]).toEqual(['Gletscherspalte', ['']])
})

test('narrows a search to a title, a language or a period', async () => {
  const within = async (query: string) =>
    (await api.answer(search, `search?q=Kirche&${query}`)).pages.map(({ issue, page }) => `${issue.magazineKey} ${page}`)
  expect(await within('title=steeple')).toEqual(['steeple 1'])
  expect(await within('language=en')).toEqual(['steeple 1'])
  expect(await within('to=2019-12-31')).toEqual(['steeple 1'])
  expect(await within('from=2020-01-01&language=de')).toEqual(['tuerme 4', 'tuerme 1'])
  expect(await within('title=unknown')).toEqual([])
  const { issues } = await api.answer(search, 'search?q=mondblick&from=2026-02-01&to=2026-02-28')
  expect(issues.map(({ detailLine }) => detailLine.slice(0, 5))).toEqual(['Nr. 2'])
  for (const wrong of ['from=2026-02-30', 'language=deutsch', 'order=oldest', 'after=x', 'order=best&after=2026-01-01.1'])
    expect((await api.errorOf(`search?q=Kirche&${wrong}`)).status, wrong).toBe(400)
})

test('puts the most relevant page first when sorted by relevance', async () => {
  const { pages } = await api.answer(search, 'search?q=Kirche&order=best&title=tuerme')
  expect(pages[0]?.page).toBe(4)
})

test('paging through hits repeats none and skips none', async () => {
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

test('a snippet holds text and <mark> only', async () => {
  const { pages } = await find('marmelade')
  expect(pages[0]?.snippet).toContain('<mark>Marmelade</mark>')
  expect(pages[0]?.snippet.replace(/<\/?mark>/g, '')).not.toMatch(/[<>]/)
})

test('a page cannot inject marks into a snippet', () => {
  expect(markHits(`<script>${HIT_STARTS}x${HIT_ENDS}</script> ${HIT_ENDS}y${HIT_STARTS} & "z"`)).toBe(
    '&lt;script&gt;<mark>x</mark>&lt;/script&gt; y &amp; &quot;z&quot;',
  )
})

test('a common word returns the newest issues, a few pages each, twenty at most', async () => {
  const { pages } = await find('Allerweltswort')
  expect(pages).toHaveLength(20)
  const days = pages.map(({ issue }) => issue.releaseDate)
  expect(days).toEqual([...days].sort().reverse())
  expect(days[0]).toBe('2026-10-30')
  expect(new Set(days).size).toBe(10)
})

test('returns covers in the search height unless another is requested', async () => {
  expect((await find('mondblick')).issues[0]?.coverURL).toContain('coverheight=416')
  const { issues } = await api.answer(search, 'search?q=mondblick&coverheight=560')
  expect(issues[0]?.coverURL).toContain('coverheight=560')
  expect(await api.errorOf('search?q=mondblick&coverheight=300')).toEqual({
    status: 400,
    code: 'wrong_input',
    field: 'coverheight',
  })
})

test('results are cached and revalidated', async () => {
  const first = await api.ask('search?q=mondblick')
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  const etag = first.headers.get('etag')!
  expect((await api.ask('search?q=mondblick', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('returns an empty result when nothing is found', async () => {
  expect(await find('qqqqzzzz')).toEqual({ issues: [], pages: [] })
})

test('suggests only corrections that find something for this visitor', async () => {
  const { db } = connection
  const newspaper = await createTitle(db, { name: 'Morgenpost', key: 'morgenpost', kind: 'newspaper' })
  await createIssue(db, { title: newspaper, pages: ['Vorn', 'Krokodilhaus', 'Ein Gnu'] })
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

/** Queries about closed pages allowed per hour. */
const WORDS_PER_HOUR = 300
const WORDS_PER_SEARCH = 12

test('omits closed pages for a while after too many queries, but not for others or paying readers', async () => {
  const { db } = connection
  await createIssue(db, {
    title: await createTitle(db, { name: 'Bergheft', key: 'bergheft' }),
    pages: ['Gletscherspalten, offen'],
  })
  const free = await signedIn(db, await createAccount(db))
  const account = await createAccount(db)
  await subscribe(db, account)
  const premium = await signedIn(db, account)
  const req = (headers: Record<string, string>, address: string) => async (q: string) => {
    const answer = await api.answer(search, `search?q=${encodeURIComponent(q)}`, { headers, address })
    return { ...answer, pages: answer.pages.map(({ issue, page }) => `${issue.magazineKey} ${page}`) }
  }
  const everything = ['abendblatt 2', 'bergheft 1']
  for (const headers of [free, {}]) {
    const ask = req(headers, '192.0.2.66')
    for (let requested = 0; requested < WORDS_PER_HOUR; requested += WORDS_PER_SEARCH)
      expect(await ask(Array.from({ length: WORDS_PER_SEARCH }, (_, n) => `nix${requested}${n}`).join(' or '))).toEqual({
        issues: [],
        pages: [],
      })
    // Others have searched for the same words, and their results are cached.
    expect((await req({}, '192.0.2.67')('Gletscherspalten')).pages.sort()).toEqual(everything)
    expect(await ask('Gletscherspalten')).toEqual({
      issues: [],
      pages: headers === free ? ['bergheft 1'] : [],
      closedLeftOut: true,
    })
    // A word known only from closed pages is not suggested either.
    expect(await ask('Gletscherspaltne')).toEqual({ issues: [], pages: [], closedLeftOut: true })
    expect((await ask('Bergheft')).issues).toHaveLength(1)
  }
  const { pages, closedLeftOut } = await req(premium, '192.0.2.66')('Gletscherspalten')
  expect([pages.sort(), closedLeftOut]).toEqual([everything, undefined])
  expect((await req(await signedIn(db, await createAccount(db)), '192.0.2.66')('Gletscherspalten')).pages.sort()).toEqual(
    everything,
  )
  const suspicions = db.selectFrom('security_events').select('kind').where('kind', '=', 'scraping.suspected')
  expect(await suspicions.execute()).toHaveLength(2)
})

test('the cursor reveals nothing about omitted closed pages', async () => {
  const { db } = connection
  const newspaper = await createTitle(db, { name: 'Tagblatt', key: 'tagblatt', kind: 'newspaper' })
  for (let day = 1; day <= 24; day++)
    await createIssue(db, {
      title: newspaper,
      issue_date: `2025-02-${String(day).padStart(2, '0')}`,
      pages: ['Vorn', 'Eisheilige'],
    })
  const ask = (order: string) => api.answer(search, `search?q=Eisheilige&order=${order}`, { address: '192.0.2.68' })
  // Titles are cached, so the API learns of a new one a moment later.
  await vi.waitFor(async () => expect((await ask('newest')).pages).toHaveLength(20), { timeout: 10_000 })
  for (const order of ['newest', 'best']) expect((await ask(order)).nextUrl).toBeDefined()
  await db.updateTable('rate_limits').set({ points: WORDS_PER_HOUR }).where('key', 'like', 'closed-search:%').execute()
  for (const order of ['newest', 'best']) expect(await ask(order)).toEqual({ issues: [], pages: [], closedLeftOut: true })
})
