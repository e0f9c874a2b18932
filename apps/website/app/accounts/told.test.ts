import { exportWords } from '@kiosk/languages/account-export'
import { exportDetailWords } from '@kiosk/languages/export-details'
import { wordsIn } from '@kiosk/languages/words'
import { expect, test } from 'vitest'
import { toldOf } from './told.ts'

const words = wordsIn('de', [exportWords, exportDetailWords])
const told = (value: unknown) => toldOf(value, { words, language: 'de' })

test('an invoice is told with amounts, tariff and country as people say them, and without who issued it', () => {
  const invoice = {
    kind: 'credit-note',
    state: 'paid',
    currency: 'EUR',
    gross: -1999,
    details: { seller: { name: 'Lesehalle' }, buyer: { country: 'AT' }, tariff: 2, language: 'fr' },
  }
  expect(told(invoice)).toEqual({
    facts: [
      ['Art', 'Rechnungskorrektur'],
      ['Stand', 'bezahlt'],
      ['Währung', 'EUR'],
      ['Brutto', '-19,99 €'],
      [
        'Was darauf steht',
        {
          facts: [
            ['Ausgestellt für', { facts: [['Land', 'Österreich']] }],
            ['Abo', 'PREMIUM'],
            ['Sprache', 'Französisch'],
          ],
        },
      ],
    ],
  })
})

test('a code without words, a figure and a day that is none stay as they are', () => {
  expect(told({ kind: 'neu', page: 7, version: '2026-11-01', contract: '2026-99-99', regionId: 3 })).toEqual({
    facts: [
      ['Art', 'neu'],
      ['Seite', '7'],
      ['Fassung', '1. November 2026'],
      ['Genannter Vertrag', '2026-99-99'],
      ['Region', 'Schweiz'],
    ],
  })
})

test('an event is told by what happened, and what is beside it in words of its own', () => {
  const event = { kind: 'provider.linked', what: 'Anmeldung hinzugefügt', details: { provider: 'facebook', by: 'operator' } }
  expect(told({ ...event, country: 'AT' })).toEqual({
    facts: [
      ['Was', 'Anmeldung hinzugefügt'],
      [
        'Näheres',
        {
          facts: [
            ['Über', 'Facebook'],
            ['Durch', 'uns'],
          ],
        },
      ],
      ['Land', 'Österreich'],
    ],
  })
  // The same names elsewhere mean something else.
  expect(told({ kind: 'CC', provider: 'stripe' })).toEqual({
    facts: [
      ['Art', 'Karte'],
      ['Zahlungsdienst', 'stripe'],
    ],
  })
})
