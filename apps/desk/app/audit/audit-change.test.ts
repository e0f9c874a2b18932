import type { Language } from '@kiosk/domain/locale'
import { deskMessages } from '@kiosk/i18n/messages/desk'
import { deskAuditMessages } from '@kiosk/i18n/messages/desk-audit'
import { deskNewsletterMessages } from '@kiosk/i18n/messages/desk-newsletter'
import { deskReaderMessages } from '@kiosk/i18n/messages/desk-readers'
import { messagesIn, packMessages } from '@kiosk/i18n/translate'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { TextProvider } from '../shell/use-text.tsx'
import { AuditChange } from './audit-change.tsx'

type Values = Record<string, unknown>

function lines(after: Values, before: Values | null = null, language: Language = 'de'): string[] {
  const words = packMessages(messagesIn(language, [deskMessages, deskAuditMessages, deskNewsletterMessages, deskReaderMessages]))
  const children = createElement(AuditChange, { entry: { before, after } })
  const html = renderToStaticMarkup(createElement(TextProvider, { words, language, children }))
  const plain = html.replaceAll(/<del>(.*?)<\/del>/g, '[$1]').replaceAll(/<\/li>/g, '\n')
  return plain
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[ \u00a0\u202f]+/g, ' ')
    .trim()
    .split('\n')
}

describe('a change in the audit log is written for people', () => {
  test('with names of fields and values in each language', () => {
    const after = { role: 'finance', disabled: false, method: 'password' }
    expect(lines(after)).toEqual(['Rolle Buchhaltung', 'Zugang gesperrt nein', 'Anmeldung mit Passwort'])
    expect(lines(after, null, 'en')).toEqual(['Role Finance', 'Access blocked no', 'Signed in with password'])
    expect(lines(after, null, 'fr')[1]).toBe('Accès bloqué non')
  })

  test('with amounts, rates, days and times', () => {
    expect(lines({ amount: 1999, currency: 'EUR' })).toEqual(['Betrag 19,99 €'])
    expect(lines({ price: 1499, from: '2026-12-01' })).toEqual(['Preis 14,99', 'Ab 01.12.2026'])
    expect(lines({ rate: 2000 })).toEqual(['Steuersatz 20 %'])
    expect(lines({ endsAt: '2026-12-29T11:24:00.000Z' })).toEqual(['Ende 29.12.2026, 12:24'])
    expect(lines({ consultant: 1001, readers: 12_000 })).toEqual(['Beraternummer 1001', 'Leserinnen und Leser 12 000'])
  })

  test('with lists and parts without brackets, with what was before, and without what stayed', () => {
    expect(lines({ titles: ['marlen', 'fernspur'], plans: [] }, { titles: ['marlen'], plans: null })).toEqual([
      'Titel [marlen] marlen, fernspur',
      'Abos [–] –',
    ])
    expect(lines({ subjects: { de: 'Neu', fr: 'Nouveau' }, name: 'A' }, { name: 'A' })).toEqual([
      'Betreff Deutsch Neu; Französisch Nouveau',
    ])
  })

  test('with whom a newsletter is for', () => {
    const audience = { languages: ['de'], markets: [1, 4], tiers: ['PREMIUM'], titles: [] }
    expect(lines({ audience })).toEqual(['Empfänger Sprachen de; Land Österreich, Luxemburg; Abo PREMIUM; Titel –'])
  })

  test('with each name of a path; an unknown one as it is', () => {
    expect(lines({ 'company.phone': '1', 'words.de.title': 'Sommer' })).toEqual([
      'Unternehmen › Telefon 1',
      'words › Deutsch › Titel Sommer',
    ])
  })
})
