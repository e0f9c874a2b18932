import type { Language } from '@kiosk/domain/locale'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import type { Words } from '@kiosk/languages/words'

/** What the document of an issue brings along, so that the first page needs no further question. */
export type ReaderData = {
  access: Access
  contents: Contents
  language: Language
  theme: 'light' | 'dark' | null
  /** Web-app token of the API (`X-Api-Token`). */
  token: string
  words: Words
  siteName: string
}

export type ShelfData = { words: Words; language: Language }
