import type { Language } from '@kiosk/domain/locale'
import type { Prose } from './prose.ts'

/** One part of an e-mail; HTML and plain text are rendered from the same parts. */
export type Block =
  /** Mail programs also show the first paragraph next to the subject. */
  | { kind: 'greeting' | 'paragraph' | 'small'; text: string }
  /** Digits to be typed elsewhere, in groups. */
  | { kind: 'code'; text: string }
  /** `quiet`: a secondary button, below the main one of the e-mail. */
  | { kind: 'button'; label: string; address: string; quiet?: boolean }
  /** Text of a person; its line breaks are kept. */
  | { kind: 'quote'; text: string }
  /** Names with their values; rows with an empty value are omitted. */
  | { kind: 'details'; rows: readonly (readonly [name: string, value: string])[] }
  /** Text with headings, lists and links. */
  | { kind: 'prose'; content: Prose[] }
  | {
      kind: 'issue'
      title: string
      detail: string
      headline: string
      address: string
      /** True if no button leads there: then the title is a link, and the plain text contains the address. */
      linked?: boolean
      /** Displayed size in pixels; null if not everybody may see the cover. */
      cover: { address: string; width: number; height: number; colour: string; alt: string } | null
    }

export type Email = {
  language: Language
  subject: string
  /** Shown by mail programs next to the subject; absent: the first paragraph. */
  preheader?: string
  title: string
  blocks: Block[]
  /** Why the recipient gets this e-mail. */
  reason: string
  /** Links below the reason, to unsubscribe. */
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
