import type { Page } from '../addresses.ts'

/** A text in one language: legal pages, FAQ, about. Title and description may hold placeholders (`{company}`). */
export type TextDocument = {
  title: string
  /** Edition, or a sentence about the text, shown below the title. */
  description: string
  /** Sanitised HTML; a level-two heading begins each part. */
  html: string
  /** Day of the edition, ISO 8601. */
  version: string
}

/**
 * Texts whose shipped edition belongs to the demonstration: contests that are over, and former terms. Elsewhere they would be
 * untrue, so they are shown only if the operator has published them.
 */
const DEMONSTRATION_TEXTS: readonly string[] = ['contest-holiday', 'contest-recipe', 'terms-previous']

/** Whether a text is shown although the operator has published none. */
export function isShippedShown(key: string, { demonstration }: { demonstration: boolean }): boolean {
  return demonstration || !DEMONSTRATION_TEXTS.includes(key)
}

/** Keys of the operator's texts, by the page that shows them. */
export const textKeys = {
  terms: 'terms',
  previousTerms: 'terms-previous',
  withdraw: 'withdrawal',
  privacy: 'privacy',
  accessibility: 'accessibility',
  holidayContest: 'contest-holiday',
  recipeContest: 'contest-recipe',
  about: 'about',
  faq: 'faq',
  imprint: 'imprint',
  marketing: 'marketing',
  press: 'press',
  features: 'features',
  thirdParty: 'thirdparty',
} as const satisfies Partial<Record<Page, string>>
export type DocumentPage = keyof typeof textKeys
