import type { Language } from '@kiosk/domain/locale'

/** One part of an e-mail; HTML and plain text are made from the same parts. */
export type Block =
  /** Mail programs also show the first paragraph next to the subject. */
  | { kind: 'greeting' | 'paragraph' | 'small'; text: string }
  /** `quiet`: a second choice, below the one that the e-mail is about. */
  | { kind: 'button'; label: string; address: string; quiet?: boolean }
  /** What somebody wrote: its line breaks stay. */
  | { kind: 'quote'; text: string }
  /** Facts with their names; an empty one is left out. */
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  | {
      kind: 'issue'
      title: string
      detail: string
      headline: string
      address: string
      /** Pixels as shown; null where not everybody may see it. */
      cover: { address: string; width: number; height: number; colour: string; alt: string } | null
    }

export type Email = {
  language: Language
  subject: string
  title: string
  blocks: Block[]
  /** Why one gets this mail. */
  reason: string
  /** Below the reason: ways to get no more of them. */
  links: { label: string; address: string }[]
}

/** Header and footer of every e-mail. */
export type EmailLayout = {
  siteName: string
  home: string
  /** Name and address of the operator, one line each. */
  company: string[]
  links: { label: string; address: string }[]
  addressOfButton: string
}
