import { createHash } from 'node:crypto'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { dateLocales, languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { terms } from './terms.ts'

/** The wording of each edition: whoever changes the terms gives them a new `TERMS_VERSION`, so that readers are asked. */
const WORDINGS: Record<string, string> = { '2026-11-22': 'nKhpAX5vX-FNq1iWBQG3cJ' }

test('a changed wording of the terms is a new edition, and says its day in every language', () => {
  const wording = createHash('sha256').update(JSON.stringify(terms)).digest('base64url').slice(0, 22)
  expect([TERMS_VERSION, wording]).toEqual([TERMS_VERSION, WORDINGS[TERMS_VERSION]])
  for (const language of languages) {
    const day = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(TERMS_VERSION),
    )
    expect(terms[language].edition).toContain(day)
  }
})
