import { exportMessages } from '@kiosk/i18n/messages/account-export'
import { exportDetailMessages } from '@kiosk/i18n/messages/export-details'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { messagesIn } from '@kiosk/i18n/translate'
import { expect, test } from 'vitest'
import { format } from './export-format.ts'

const words = messagesIn('de', [exportMessages, exportDetailMessages, paymentResultMessages])
const formatted = (value: unknown) => format(value, { words, language: 'de', locale: 'de-AT' })

test("formats an invoice's amounts, plan and country for people and leaves out the seller", () => {
  const invoice = {
    kind: 'credit-note',
    state: 'paid',
    currency: 'EUR',
    gross: -1999,
    details: { siteName: 'read-it', seller: { name: 'Lesehalle' }, buyer: { country: 'AT' }, tariff: 2, language: 'fr' },
  }
  expect(formatted(invoice)).toEqual({
    facts: [
      ['Art', 'Rechnungskorrektur'],
      ['Status', 'bezahlt'],
      ['Währung', 'EUR'],
      ['Brutto', '-19,99\u00a0€'],
      [
        'Inhalt',
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

test.each([
  ['insufficient_funds', 'Das Konto ist für diesen Betrag nicht ausreichend gedeckt.'],
  ['CC_ACCOUNT_VALIDATION', 'Ihre Bank konnte die Karte nicht bestätigen.'],
  ['mandate_cancelled', 'Das Lastschriftmandat gilt nicht mehr.'],
  ['disputed', 'Zahlung bestritten'],
  ['replaced', 'durch eine andere Zahlung ersetzt'],
])('says in words why a payment was declined: %s', (reason, text) => {
  expect(formatted({ reason })).toEqual({ facts: [['Grund', text]] })
})

test('formats amounts without a currency by that of the plan, and names all countries', () => {
  expect(formatted({ subscriptionId: 8, totalPrice: 2990, orderedFrom: 'CH', evidence: { market: 'CH', method: 'LU' } })).toEqual(
    {
      facts: [
        ['Abo', 'PREMIUM'],
        ['Angezeigter Betrag', 'CHF\u00a029.90'],
        ['Bestellt aus', 'Schweiz'],
        [
          'Hinweise auf das Land',
          {
            facts: [
              ['Land des Kontos', 'Schweiz'],
              ['Land des Zahlungsmittels', 'Luxemburg'],
            ],
          },
        ],
      ],
    },
  )
})

test('says in words why a payment was refunded', () => {
  expect(formatted({ amount: 1999, currency: 'EUR', reason: 'withdrawal' })).toMatchObject({
    facts: [
      ['Betrag', '19,99\u00a0€'],
      ['Währung', 'EUR'],
      ['Grund', 'Widerruf'],
    ],
  })
})

test('leaves unknown codes, plain numbers and invalid dates unchanged', () => {
  expect(formatted({ kind: 'neu', page: 7, version: '2026-11-01', contract: '2026-99-99', regionId: 3 })).toEqual({
    facts: [
      ['Art', 'neu'],
      ['Seite', '7'],
      ['Fassung', '1. November 2026'],
      ['Genannter Vertrag', '2026-99-99'],
      ['Region', 'Schweiz'],
    ],
  })
})

test('describes an event by its kind and formats its other fields by name', () => {
  const event = { kind: 'provider.linked', what: 'Anmeldung hinzugefügt', details: { provider: 'facebook', by: 'operator' } }
  expect(formatted({ ...event, country: 'AT' })).toEqual({
    facts: [
      ['Was', 'Anmeldung hinzugefügt'],
      [
        'Einzelheiten',
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
  // The same field names have another meaning elsewhere.
  expect(formatted({ kind: 'CC', provider: 'stripe' })).toEqual({
    facts: [
      ['Art', 'Karte'],
      ['Zahlungsdienst', 'stripe'],
    ],
  })
})
