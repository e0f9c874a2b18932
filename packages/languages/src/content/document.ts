import type { Language } from '@kiosk/domain/locale'

/** A legal text: `[heading, ...paragraphs]` a section. */
export type LegalDocument = {
  title: string
  /** Edition, as it stands under the title. */
  edition: string
  sections: readonly (readonly [heading: string, ...paragraphs: string[]])[]
}

export type InLanguages = Record<Language, LegalDocument>
