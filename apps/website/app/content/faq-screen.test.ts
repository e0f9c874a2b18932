import { languages } from '@kiosk/domain/locale'
import { expect, it } from 'vitest'
import { type Options, openWebsite } from '../testing/website.ts'

const openPage = openWebsite()

/** Topics of the questions, each by a word that its question or answer must contain. */
const subjects = {
  de: 'Magz;Geräte;offline;kündig;bezahle ich;Promo;Newsletter;lösche;Österreich;Werbung;App;Bestätigung;Passwort;Rechnung;Kontakt',
  en: 'Magz;devices;offline;cancel;order and pay;promo;newsletter;delete;Austria;ads;app;confirmation;password;invoices;Contact',
  fr: 'Magz;appareils;hors ligne;résili;commander et payer;promo;newsletter;supprimer;Autriche;publicité;application;confirmation;passe;factures;Contact',
}

const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const questionsIn = (html: string) =>
  html
    .split(/<details/)
    .slice(1)
    .map(plain)
const mainOf = async (path: string, options: Options = {}) => (await openPage(path, options)).main

it.each(languages)('answers fifteen questions, six on the left and nine on the right (%s)', async (language) => {
  const main = await mainOf('/faq', { headers: { cookie: `language=${language}` } })
  const columns = main
    .split(/<div>(?=<details)/)
    .slice(1)
    .map(questionsIn)
  expect(columns.map(({ length }) => length)).toEqual([6, 9])
  for (const subject of subjects[language].split(';')) {
    expect(columns.flat().filter((question) => question.includes(subject)).length, subject).toBeGreaterThan(0)
  }
  for (const address of ['/user/subscription/pub', '/cancel', '/withdraw', '/user/device', '/feedback'])
    expect(main).toContain(`href="${address}"`)
})

it.each(languages)('publishes the same questions and answers as structured data (%s)', async (language) => {
  const { html, main } = await openPage('/faq', { headers: { cookie: `language=${language}` } })
  const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
  const { '@type': type, mainEntity } = JSON.parse(json)
  expect([type, mainEntity.length]).toEqual(['FAQPage', 15])
  const shown = questionsIn(main).map((text) => text.replaceAll('&#x27;', "'"))
  for (const [place, { name, acceptedAnswer }] of mainEntity.entries()) {
    expect(shown[place]).toContain(name)
    expect(acceptedAnswer.text).not.toMatch(/[<{]|&\w+;/)
    expect(shown[place]).toContain(acceptedAnswer.text.slice(0, 60))
  }
})

it('filters questions by all words of a search, ignoring accents and case, and opens them', async () => {
  const german = { headers: { cookie: 'language=de' } }
  const main = await mainOf('/faq?search=GERATE+premium', german)
  const found = questionsIn(main)
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(5)
  for (const question of found) expect(question).toMatch(/[Gg]erät/)
  expect(main.match(/<details[^>]*open=""/g)).toHaveLength(found.length)
  expect(main).toContain('value="GERATE premium"')
  expect(await mainOf('/faq?search=%3Cscript%3Ezzz', german)).toContain('Dazu gibt es hier keine Antwort')
})

it("replaces the shipped questions by the operator's", async () => {
  const own = {
    title: 'Fragen',
    description: 'Kurz.',
    version: '2026-11-02',
    content: '<h2>Warum?</h2>\n<p>Darum &amp; <em>so</em>.</p>',
  }
  const { html, main } = await openPage('/faq', { answers: { 'content/faq': own } })
  expect(questionsIn(main)).toEqual([expect.stringMatching(/Warum\? .*Darum & so \./)])
  expect(html).toContain('"acceptedAnswer":{"@type":"Answer","text":"Darum & so ."}')
})
