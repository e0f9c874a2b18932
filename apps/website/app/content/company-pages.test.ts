import { addressOf } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { describe, expect, it } from 'vitest'
import { type Options, openWebsite, operator, visitorFrom } from '../testing/website.ts'

const openPage = openWebsite()

const mainOf = async (path: string, options: Options = {}) => (await openPage(path, options)).main
const inLanguage = (language: string): Options => ({ headers: { cookie: `language=${language}` } })
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('about', () => {
  it.each(languages)('shows tiers, counts, markets and contact (%s)', async (language) => {
    const main = await mainOf('/about', inLanguage(language))
    const shown = plain(main)
    expect(shown).toMatch(/120[., \u202f\u00a0]000/)
    for (const word of ['Magz', 'Premium', '370', { de: 'Luxemburg', en: 'Luxembourg', fr: 'Luxembourg' }[language]])
      expect(shown).toContain(word)
    for (const page of ['features', 'catalogue', 'subscriptions', 'feedback'] as const)
      expect(main).toContain(`href="${addressOf(page)}"`)
    expect(main).not.toMatch(/[{}]/)
  })
})

describe('values that only the operator knows', () => {
  it.each(languages)('are left out until the operator supplies them (%s)', async (language) => {
    const operatorValues = { audience: { de: '', en: '', fr: '' }, legal: { ...operator.legal, providers: [] } }
    expect(plain(await mainOf('/about', { ...inLanguage(language), operatorValues }))).not.toMatch(/120[., \u202f\u00a0]000|[{}]/)
    expect(await mainOf('/thirdparty', { ...inLanguage(language), operatorValues })).not.toMatch(/scope="row"|[{}]/)
  })
  it.each(['/about', '/press'])('%s does not count the titles of an empty newsstand', async (path) => {
    const empty = { 'websession/webinfo': visitorFrom('AT', { magazineCount: 0, issueCount: 0 }) }
    const shown = plain(await mainOf(path, { answers: { ...empty, 'content/': () => new Response(null, { status: 503 }) } }))
    expect(shown).not.toMatch(/\b0 (Titel|Magazine)/)
    expect(shown).toContain('Kontakt')
  })
  it("are the operator's: companies and audience", async () => {
    const inAll = (text: string) => ({ de: text, en: text, fr: text })
    const provider = { name: 'Post & <Boten>', purpose: inAll('Bringt Briefe.'), policy: 'https://boten.example/datenschutz' }
    const operatorValues = { audience: inAll('42 Menschen lesen hier.'), legal: { ...operator.legal, providers: [provider] } }
    expect(plain(await mainOf('/about', { operatorValues }))).toContain('42 Menschen lesen hier.')
    const main = await mainOf('/thirdparty', { operatorValues })
    expect(main).toContain('<th scope="row">Post & &lt;Boten&gt;</th>')
    expect(main).toContain('<a href="https://boten.example/datenschutz"')
    expect(main).not.toContain('Wolkenfeld')
  })
})

describe('contacts', () => {
  const operatorValues = {
    siteName: 'Lesefink',
    contacts: { press: '/press', publishers: 'mailto:heft@fink.example', advertisers: 'https://fink.example/anzeigen' },
  }
  it.each(languages)("lists the operator's addresses for publishers and advertisers (%s)", async (language) => {
    const main = await mainOf('/marketing', inLanguage(language))
    expect(main.match(/<section/g)).toHaveLength(2)
    expect(main).toContain(`href="${operator.contacts.publishers}"`)
    expect(main).toContain(`href="${operator.contacts.advertisers}"`)
    // The advertisements of an issue are pictures.
    expect(main).not.toContain('href="/videowerbung"')
  })
  it.each(['/marketing', '/imprint'])('on %s show the operator’s values', async (path) => {
    const main = await mainOf(path, { operatorValues })
    expect(main).toContain('href="mailto:heft@fink.example">')
    expect(main).toContain('href="https://fink.example/anzeigen">')
    expect(main).not.toContain('example.org">verlage')
  })
  it('shows the site name in titles, header and texts', async () => {
    const { html, main, title } = await openPage('/about', { operatorValues })
    expect(title).toMatch(/ – Lesefink$/)
    expect(plain(main)).toContain('Lesefink bringt')
    expect(html).not.toContain('read-it')
  })
})

describe('the imprint', () => {
  it.each(languages)("shows the operator's details and marks demonstration values (%s)", async (language) => {
    const company = { ...operator.company, name: 'Fink & Töchter <OG>', vatId: 'ATU12345678', mail: 'hallo@fink.example' }
    const own = await mainOf('/imprint', { ...inLanguage(language), operatorValues: { company, demonstration: false } })
    for (const value of ['Fink & Töchter &lt;OG&gt;', 'ATU12345678', 'href="mailto:hallo@fink.example"'])
      expect(own).toContain(value)
    const mark = /class="[^"]*demonstration/
    expect(own).not.toMatch(mark)
    expect(await mainOf('/imprint', inLanguage(language))).toMatch(mark)
  })
})

describe('third parties', () => {
  it.each(languages)('are sorted by name with purpose and policy (%s)', async (language) => {
    const main = await mainOf('/thirdparty', inLanguage(language))
    const rows = [
      ...main.matchAll(/<th scope="row">([^<]+)<\/th><td><div><p>([^<]+)<\/p>\s*<\/div><\/td><td><div><a href="(https:[^"]+)"/g),
    ]
    const names = rows.map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(2)
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'de', { sensitivity: 'base' })))
    expect(new Set(rows.map(([, , description]) => description)).size).toBe(rows.length)
  })
})

describe('past contests', () => {
  const common = {
    de: ['18', 'Österreich', 'Deutschland', 'Schweiz', 'Luxemburg', '5 Tage'],
    en: ['18', 'Austria', 'Germany', 'Switzerland', 'Luxembourg', '5 days'],
    fr: ['18', 'Autriche', 'Allemagne', 'Suisse', 'Luxembourg', '5 jours'],
  }
  const own = {
    '/terms/contest-holiday': {
      de: ['11. Juli', '19. August 2018', '20. August 2018'],
      en: ['11 July', '19 August 2018', '20 August 2018'],
      fr: ['11 juillet', '19 août 2018', '20 août 2018'],
    },
    '/terms/contest-recipe': {
      de: ['13. Dezember 2018', '6. Jänner 2019', '2. Kalenderwoche 2019'],
      en: ['13 December 2018', '6 January 2019', 'week 2'],
      fr: ['13 décembre 2018', '6 janvier 2019', 'semaine 2'],
    },
  }
  const over = { de: /beendet/, en: /closed/, fr: /terminé/ }
  const once = { de: /Jede Person einmal/, en: /Once per person/, fr: /Une fois par personne/ }
  it.each((Object.keys(own) as (keyof typeof own)[]).flatMap((path) => languages.map((language) => [path, language] as const)))(
    '%s states who could take part and the dates, and that it has ended (%s)',
    async (path, language) => {
      const main = await mainOf(path, inLanguage(language))
      const shown = plain(main)
      for (const each of [...common[language], ...own[path][language]]) expect(shown).toContain(each)
      expect(shown).toMatch(once[language])
      expect(shown).toMatch(over[language])
      expect(main).not.toContain('<form')
    },
  )
})

it('a text that the operator has written in German only is shown in German to all, and says so', async () => {
  const text = {
    title: 'Apfelkuchen',
    description: 'Gewinnspiel',
    content: '<h2>Wer</h2><p>Alle</p>',
    version: '2026-12-01',
    language: 'de',
  }
  const main = await mainOf('/terms/contest-recipe', { ...inLanguage('fr'), answers: { 'content/contest-recipe': text } })
  expect(main).toContain('<h1 lang="de">Apfelkuchen</h1>')
  expect(main).toMatch(/<div lang="de">.*<h2>Wer/s)
  expect(main).toContain('Ce texte n’existe qu’en allemand.')
  const german = await mainOf('/terms/contest-recipe', { ...inLanguage('de'), answers: { 'content/contest-recipe': text } })
  expect(german).not.toMatch(/lang="de"|Deutsch/)
})

describe("the operator's texts", () => {
  it.each([
    ['/about', 'about'],
    ['/press', 'press'],
    ['/imprint', 'imprint'],
    ['/marketing', 'marketing'],
    ['/accessibility', 'accessibility'],
    ['/features', 'features'],
    ['/thirdparty', 'thirdparty'],
  ])('are shown on %s with their own title as soon as they are published', async (path, key) => {
    const document = {
      title: 'Eigener Titel',
      description: 'Eigener Satz.',
      version: '2026-11-20',
      content: '<h2>Eins</h2><p>Zwei</p>',
    }
    const main = await mainOf(path, { answers: { [`content/${key}`]: document } })
    expect(plain(main)).toMatch(/Eigener Titel .*Eigener Satz\..* Eins .*Zwei/)
  })
})
