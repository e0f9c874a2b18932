import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { IdentityProviderName } from '@kiosk/domain/accounts/identity-providers'
import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { formatDay } from '@kiosk/domain/date-format'
import { languages, localeOf } from '@kiosk/domain/locale'
import { Operator } from '@kiosk/domain/operator'
import type { PaymentMethod } from '@kiosk/domain/payments/limits'
import { DEFAULT_REGION } from '@kiosk/domain/regions'
import { filledHtml, filledLine, operatorValues } from '@kiosk/i18n/operator-values'
import { describe, expect, it, test } from 'vitest'
import de from '../../../../messages/de/terms.json' with { type: 'json' }
import en from '../../../../messages/en/terms.json' with { type: 'json' }
import fr from '../../../../messages/fr/terms.json' with { type: 'json' }
import given from '../../../../operator.json' with { type: 'json' }
import { readContent } from './read-content.ts'
import { documentKeys } from './read-document.ts'
import { shippedDocument } from './shipped-documents.ts'

/** As written, without the spaces that typography adds. */
const DEBIT = { de, en, fr }
const folder = fileURLToPath(new URL('../../../../content', import.meta.url))

describe('a shipped document', () => {
  it('exists for every key in every language, and passes the check of operators’ documents', async () => {
    const { documents, errors } = await readContent(folder)
    expect(errors).toEqual([])
    expect(documents.flatMap(({ campaigns }) => campaigns)).toEqual([])
    for (const language of languages)
      expect(readdirSync(`${folder}/${language}`).sort()).toEqual(documentKeys.map((key) => `${key}.md`).sort())
  })

  /** Elements and link targets in order: `h2 p p a:/cancel`. */
  const shapeOf = (html: string) =>
    [...html.matchAll(/<(h2|h3|p|ul|ol|li|em|br|a)\b(?: href="([^"]*)")?/g)].map(([, tag, target]) =>
      target ? `a:${target}` : tag,
    )

  it.each(documentKeys)('%s has the same headings, paragraphs and links in all languages', (key) => {
    const [german, ...others] = languages.map((language) => shippedDocument(key, language))
    const parts = german!.html.split('<h2>').slice(1)
    // The list of companies comes from operator.json.
    if (key !== 'thirdparty') expect(parts.length).toBeGreaterThan(0)
    for (const part of parts) expect(part.split('</h2>')[1]!.trim()).not.toBe('')
    for (const { html, version, title } of others) {
      expect(shapeOf(html)).toEqual(shapeOf(german!.html))
      expect(version).toBe(german!.version)
      expect(title).not.toBe('')
    }
  })

  it('of the previous terms names its edition', () => {
    for (const language of languages) expect(shippedDocument('terms-previous', language).description).toContain('2018-11-01')
  })

  it.each(documentKeys)('%s addresses readers formally: no Du in German, no tu in French', (key) => {
    const textOf = (language: 'de' | 'fr') => Object.values(shippedDocument(key, language)).join('\n')
    expect(textOf('de')).not.toMatch(/(?<!\p{L})(?:du|dein|deine|dir|dich)(?!\p{L})/iu)
    expect(textOf('fr')).not.toMatch(/(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu)
  })
})

describe('values of the operator', () => {
  const NOTHING = { methods: [], providers: [], market: DEFAULT_REGION }
  const operator = Operator.parse(given)
  const valuesOf = (legal: Partial<Operator['legal']>) =>
    operatorValues({ ...operator, legal: { ...operator.legal, ...legal } }, { magazines: 1, issues: 1 }, 'de', NOTHING)

  it('that are empty hide their line and its heading', () => {
    const { html } = shippedDocument('imprint', 'de')
    const shown = filledHtml(html, valuesOf({ chamber: 'Kammer', responsibleEditor: '' }))
    expect(shown).toMatch(/<h2>Kammer oder Berufsverband<\/h2>\s*<p>Kammer<\/p>/)
    expect(shown).not.toContain('MStV')
    expect(shown).not.toContain('<p></p>')
    expect(filledHtml(html, valuesOf({ chamber: '', responsibleEditor: 'Ada' }))).not.toContain('Kammer oder')
  })

  it.each(languages)('count titles only where there are several, and leave no heading without text (%s)', (language) => {
    for (const key of ['about', 'press']) {
      const { html } = shippedDocument(key, language)
      const shownWith = (magazines: number) =>
        filledHtml(html, operatorValues(operator, { magazines, issues: 340 }, language, NOTHING))
      expect(shownWith(12)).toMatch(/<p>12 (Titel|titles|titres)/)
      for (const few of [0, 1]) {
        expect(shownWith(few)).not.toMatch(/Titel mit|titles with|titres et/)
        expect(shownWith(few)).not.toMatch(/<h2>[^<]*<\/h2>\s*(<h2>|$)/)
      }
    }
  })

  it.each(languages)('name only payment methods that are on (%s)', (language) => {
    const shownWith = (key: 'faq' | 'terms', methods: PaymentMethod[]) =>
      filledHtml(
        shippedDocument(key, language).html,
        operatorValues(operator, { magazines: 12, issues: 340 }, language, { ...NOTHING, methods }),
      )
    const names = /SEPA|PayPal|credit card|Kreditkarte|carte de crédit/
    expect(shownWith('faq', ['CC', 'DD'])).toMatch(/SEPA/)
    expect(shownWith('faq', ['CC'])).not.toMatch(/SEPA|PayPal/)
    expect(shownWith('faq', ['CC', 'PP'])).toMatch(/PayPal/)
    expect(shownWith('faq', [])).not.toMatch(names)
    expect(shownWith('terms', ['CC', 'DD'])).toMatch(/SEPA/)
    expect(shownWith('terms', ['CC', 'PP'])).not.toMatch(/SEPA/)
    // Nothing else lists these files.
    for (const key of documentKeys)
      expect(
        filledHtml(
          shippedDocument(key, language).html,
          operatorValues(operator, { magazines: 12, issues: 340 }, language, NOTHING),
        ),
      ).not.toMatch(names)
  })

  it.each(languages)(
    'name only identity providers that are shown, and ask for consent only where there is something to allow (%s)',
    (language) => {
      const shownWith = (
        key: (typeof documentKeys)[number],
        providers: IdentityProviderName[],
        advertisingPartner: Operator['advertisingPartner'] = null,
      ) => {
        const values = operatorValues({ ...operator, advertisingPartner }, { magazines: 12, issues: 340 }, language, {
          ...NOTHING,
          providers,
        })
        // The register lists all data that the newsstand can hold.
        return filledHtml(shippedDocument(key, language).html, values).replace(/<ul>.*?<\/ul>/gs, '')
      }
      const settings = /„Cookie-Einstellungen“|“Cookie settings”|Réglages des cookies/
      const partner = { name: 'Anzeigenhaus', policy: 'https://anzeigen.example/' } as Operator['advertisingPartner']
      expect(shownWith('privacy', ['facebook', 'apple'])).toMatch(/Facebook (oder|or|ou) Apple/)
      expect(shownWith('privacy', ['facebook', 'apple'])).toMatch(settings)
      expect(shownWith('privacy', ['apple'])).not.toContain('Facebook')
      expect(shownWith('privacy', [], partner)).toMatch(settings)
      expect(shownWith('privacy', [])).not.toMatch(settings)
      for (const key of documentKeys) expect(shownWith(key, [])).not.toMatch(/Facebook|Apple/)
    },
  )

  it.each(languages)('name the day on which the accessibility was assessed, and no other (%s)', (language) => {
    const accessibility = { ...operator.legal.accessibility, assessedOn: '2027-03-04' }
    const values = operatorValues(
      { ...operator, legal: { ...operator.legal, accessibility } },
      { magazines: 12, issues: 340 },
      language,
      NOTHING,
    )
    const { description } = shippedDocument('accessibility', language)
    expect(filledLine(description, values)).toContain(formatDay(localeOf(language, DEFAULT_REGION), '2027-03-04'))
    expect(description).not.toMatch(/\d/)
  })

  it('name the data centre and the retention of logs', () => {
    const html = filledHtml(shippedDocument('privacy', 'de').html, valuesOf({ hosting: 'Rechenwerk, Wien', logDays: 12 }))
    expect(html).toContain('Rechenwerk, Wien')
    expect(html).toContain('Dauer: 12 Tage')
    for (const untrue of ['14 Tagen', 'mit den Verlagen abzurechnen', 'kommen später']) expect(html).not.toContain(untrue)
  })
})

describe('the terms', () => {
  /**
   * Editions by day, each with its number and a hash of its wording. A changed wording is a new edition with a new
   * `TERMS_VERSION`, which readers are asked to accept.
   */
  const EDITIONS: Record<string, { number: string; wording: string }> = {
    '2026-11-22': { number: '3.1', wording: 'l5TgX4upIv3e3Pzd_LAJ_g' },
    '2026-11-23': { number: '3.2', wording: '4Enlw2a8OwoXhxw3odHAvs' },
    '2026-11-30': { number: '3.3', wording: '7PGp52hW-WqIAPjHgW6RHJ' },
  }

  /** Hash of title, edition and text in all languages: white space between blocks does not count. */
  const wording = () =>
    createHash('sha256')
      .update(
        languages
          .map((language) => ({ ...shippedDocument('terms', language), debit: DEBIT[language]['TERMS.DEBIT'] }))
          .map(({ title, description, html, debit }) =>
            [title, description, html.replace('{debitTerms}', debit).replace(/>\s+</g, '><')].join('\n'),
          )
          .join('\n'),
      )
      .digest('base64url')
      .slice(0, 22)

  test('a changed text of the terms has a new edition, with number and date in every language', () => {
    const edition = EDITIONS[TERMS_VERSION]
    expect([TERMS_VERSION, wording()]).toEqual([TERMS_VERSION, edition?.wording])
    for (const language of languages) {
      const { description, version } = shippedDocument('terms', language)
      expect(version).toBe(TERMS_VERSION)
      const day = formatDay(localeOf(language, DEFAULT_REGION), TERMS_VERSION)
      expect(description).toMatch(new RegExp(`^\\w+ ${edition?.number.replace('.', '\\.')} \\w+ ${day}$`))
    }
  })

  test('editions have unique, increasing numbers', () => {
    const numbers = Object.keys(EDITIONS)
      .sort()
      .map((day) => Number(EDITIONS[day]!.number))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(Object.keys(EDITIONS).sort().at(-1)).toBe(TERMS_VERSION)
  })
})
