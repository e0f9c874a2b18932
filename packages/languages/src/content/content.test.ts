import { languages } from '@kiosk/domain/locale'
import { describe, expect, it } from 'vitest'
import { homeWords } from '../home.ts'
import { pageWords } from '../pages.ts'
import { shellWords } from '../shell.ts'
import { subscriptionWords } from '../subscriptions.ts'
import { houseWords } from './house.ts'
import { unknownSlots } from './house-values.ts'
import { shippedDocuments } from './shipped-documents.ts'
import { previousTerms } from './terms.ts'

describe('a document', () => {
  it.each(Object.entries(shippedDocuments))('%s says the same number of things in all languages', (_name, { text: document }) => {
    const shapes = languages.map((language) => document[language].sections.map((section) => section.length))
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
    for (const section of document.de.sections) expect(section.length).toBeGreaterThan(1)
    const written = (language: (typeof languages)[number]) => JSON.stringify(document[language])
    const links = (language: (typeof languages)[number]) => written(language).match(/\]\([^)]+\)/g)
    for (const language of languages) {
      expect(links(language)).toEqual(links('de'))
      expect(unknownSlots(written(language))).toEqual([])
    }
  })

  it('of the previous terms names its edition', () => {
    for (const language of languages) expect(previousTerms[language].edition).toContain('2018-11-01')
  })
})

describe('words', () => {
  const bundles = { homeWords, pageWords, shellWords, subscriptionWords, houseWords }
  it.each(Object.entries(bundles))('%s have the same places to fill in all languages, and no empty text', (_name, words) => {
    const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort()
    const german = words.de as Record<string, string>
    for (const language of ['en', 'fr'] as const) {
      const own = words[language] as Record<string, string>
      for (const [key, text] of Object.entries(german)) {
        expect([key, slots(own[key] ?? '')]).toEqual([key, slots(text)])
        expect(own[key]?.trim()).not.toBe('')
      }
    }
  })

  it('address people politely: no Du in German, no tu in French', () => {
    const documents = (language: 'de' | 'fr') =>
      Object.values(shippedDocuments).flatMap(({ text }) => [text[language].title, ...text[language].sections.flat()])
    const all = (language: 'de' | 'fr') => [
      ...Object.values(bundles).flatMap((words) => Object.values(words[language])),
      ...documents(language),
    ]
    for (const text of all('de')) expect(text).not.toMatch(/(?<!\p{L})(?:du|dein|deine|dir|dich)(?!\p{L})/iu)
    for (const text of all('fr')) expect(text).not.toMatch(/(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu)
  })
})
