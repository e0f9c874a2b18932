import { describe, expect, it } from 'vitest'
import { contentPageMessages } from './content-pages.ts'
import { homeMessages } from './home.ts'
import { pageMessages } from './pages.ts'
import { shellMessages } from './shell.ts'
import { subscriptionMessages } from './subscriptions.ts'

describe('words', () => {
  const bundles = { homeMessages, pageMessages, shellMessages, subscriptionMessages, contentPageMessages }

  it.each(Object.entries(bundles))('%s have the same placeholders in all languages, and no empty text', (_name, messages) => {
    const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort()
    const german = messages.de as Record<string, string>
    for (const language of ['en', 'fr'] as const) {
      const own = messages[language] as Record<string, string>
      for (const [key, text] of Object.entries(german)) {
        expect([key, slots(own[key] ?? '')]).toEqual([key, slots(text)])
        expect(own[key]?.trim()).not.toBe('')
      }
    }
  })

  it('address readers formally: no Du in German, no tu in French', () => {
    const all = (language: 'de' | 'fr') => Object.values(bundles).flatMap((messages) => Object.values(messages[language]))
    for (const text of all('de')) expect(text).not.toMatch(/(?<!\p{L})(?:du|dein|deine|dir|dich)(?!\p{L})/iu)
    for (const text of all('fr')) expect(text).not.toMatch(/(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu)
  })
})
