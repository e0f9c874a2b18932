import { languages } from '@kiosk/domain/locale'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWebsite, visitor } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

/** What people ask, by a word that its question or answer cannot do without. */
const subjects = {
  de: 'Magz;Geräte;offline;kündig;Kreditkarte;Promo;Newsletter;lösche;Österreich;Werbung;App;Bestätigung;Passwort;Rechnung;Kontakt',
  en: 'Magz;devices;offline;cancel;credit card;promo;newsletter;delete;Austria;ads;app;confirmation;password;invoices;Contact',
  fr: 'Magz;appareils;hors ligne;résili;carte;promo;lettre;supprimer;Autriche;publicité;application;confirmation;passe;factures;Contact',
}

it.each(languages)('fifteen questions are answered, six on the left, nine on the right (%s)', async (language) => {
  const { html } = await visitor(website.handle)('/faq', { headers: { cookie: `language=${language}` } })
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const columns = main.split(/<div>(?=<details)/).slice(1)
  const questions = columns.map((column) => [...column.matchAll(/<summary><h2>([^<]+)<\/h2><\/summary><p>([^<]+)<\/p>/g)])
  expect(questions.map(({ length }) => length)).toEqual([6, 9])
  for (const subject of subjects[language].split(';')) {
    const about = questions.flat().filter(([, question, answer]) => `${question} ${answer}`.includes(subject))
    expect(about.length, subject).toBeGreaterThan(0)
  }
  expect(main).toContain('href="/feedback"')
})
