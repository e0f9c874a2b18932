import { type Language, languages } from '@kiosk/domain/locale'
import type { Featured, Newsletter, NewsletterDraft, NewsletterText } from '@kiosk/domain/staff/newsletter-endpoints'

/** A draft as it is edited: a text for each language, and names beside the keys of titles and issues. */
export type EditedDraft = Omit<NewsletterDraft, 'texts' | 'featured' | 'audience'> & {
  texts: Record<Language, NewsletterText>
  featured: readonly Featured[]
  audience: Newsletter['audience']
}

const emptyText = (language: Language): NewsletterText => ({
  language,
  subject: '',
  preheader: '',
  body: '',
  buttonLabel: '',
  buttonAddress: '',
})

export function emptyDraft(name: string): NewsletterDraft {
  const audience = { languages: [], markets: [], tiers: [], titles: [] }
  return { name, texts: [], fallbackLanguage: null, featured: [], audience }
}

/** Returns a name that no newsletter has: "Newsletter vom 28.11.2026 (2)" is the second one of a day. */
export function unusedName(name: string, newsletters: readonly { name: string }[]): string {
  const taken = newsletters.map((each) => each.name)
  let unused = name
  for (let count = 2; taken.includes(unused); count++) unused = `${name} (${count})`
  return unused
}

export function editedDraft({ name, texts, fallbackLanguage, featured, audience }: Newsletter): EditedDraft {
  const textIn = (language: Language) => texts.find((text) => text.language === language) ?? emptyText(language)
  return {
    name,
    fallbackLanguage,
    featured,
    audience,
    texts: { de: textIn('de'), en: textIn('en'), fr: textIn('fr') },
  }
}

/** Whether there is anything in a language. */
export function isWritten({ language: _, ...parts }: NewsletterText): boolean {
  return Object.values(parts).some((part) => part.trim() !== '')
}

/** Returns a draft as the API takes it. */
export function sentDraft({ texts, featured, audience, ...draft }: EditedDraft): NewsletterDraft {
  return {
    ...draft,
    texts: languages.map((language) => texts[language]).filter(isWritten),
    featured: featured.map(({ kind, key }) => ({ kind, key })),
    audience: { ...audience, titles: audience.titles.map(({ key }) => key) },
  }
}
