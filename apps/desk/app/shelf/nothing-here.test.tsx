import { languages } from '@kiosk/domain/locale'
import { deskMessages } from '@kiosk/i18n/messages/desk'
import { deskNewsletterMessages } from '@kiosk/i18n/messages/desk-newsletter'
import { deskOffersMessages } from '@kiosk/i18n/messages/desk-offers'
import { deskShelfMessages } from '@kiosk/i18n/messages/desk-shelf'
import { packMessages } from '@kiosk/i18n/translate'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TextProvider } from '../shell/use-text.tsx'
import { NothingHere } from './nothing-here.tsx'

const words = packMessages({ ...deskMessages.en, ...deskShelfMessages.en })
const shown = (query: string, mayChange: boolean) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/titles${query}`]}>
      <TextProvider words={words} language="en">
        <NothingHere of="TITLES" mayChange={mayChange} />
      </TextProvider>
    </MemoryRouter>,
  ).replaceAll(/<[^>]*>/g, '')

test('an empty list says how its first entry is made to those who may make it, and a search that it found nothing', () => {
  expect(shown('?search=&state=', true)).toBe(
    'No titles yet. Create one, or upload a PDF: its title is created along the way. Upload the first PDF',
  )
  expect(shown('', false)).toBe('No titles yet.')
  for (const mayChange of [true, false])
    expect(shown('?search=Nordwind&state=', mayChange)).toBe('No title matches this selection.')
})

test('no text of an empty list tells everybody to add something', () => {
  const invitations = { de: /\bSie\b/, en: /\b(add|create|write|upload|you)\b/i, fr: /\b(Ajoutez|Créez|Importez|Rédigez)/i }
  for (const language of languages) {
    const texts = { ...deskNewsletterMessages[language], ...deskOffersMessages[language], ...deskShelfMessages[language] }
    const empty = Object.entries(texts).filter(([key]) => /\.NOTHING$|_YET$/.test(key))
    expect(empty.length).toBeGreaterThan(10)
    expect(empty.filter(([, text]) => invitations[language].test(String(text)))).toEqual([])
  }
})
