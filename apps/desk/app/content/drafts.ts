import { type Language, languages } from '@kiosk/domain/locale'
import type { Text } from '@kiosk/domain/staff/content-endpoints'

export type Draft = Pick<Text, 'title' | 'description' | 'markdown'>
export type Drafts = Record<Language, Draft>
export type Shown = Record<Language, Text | null>

const EMPTY: Draft = { title: '', description: '', markdown: '' }

/** The initial values of the editor: the texts that are shown. */
export function draftsOf(shown: Shown): Drafts {
  const draft = (text: Text | null): Draft =>
    text ? { title: text.title, description: text.description, markdown: text.markdown } : EMPTY
  return { de: draft(shown.de), en: draft(shown.en), fr: draft(shown.fr) }
}

export function changedLanguages(drafts: Drafts, shown: Shown): Language[] {
  const before = draftsOf(shown)
  return languages.filter((language) =>
    (['title', 'description', 'markdown'] as const).some((part) => drafts[language][part] !== before[language][part]),
  )
}

/** The draft as it is stored. */
export const trimmed = ({ title, description, markdown }: Draft): Draft => ({
  title: title.trim(),
  description: description.trim(),
  markdown: markdown.trim(),
})
