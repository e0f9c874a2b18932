import type { Language } from '@kiosk/domain/locale'

/** A text in every language. */
export type Text = Record<Language, string>
/** A cookie or an entry of the browser's storage. */
export type InBrowser = { use: string; lifetime: string; text: Text; before?: string }
/** The part of the data register that the privacy page shows. */
export type ShownRegister = {
  bases: Record<string, Text>
  recipients: Record<string, Text>
  uses: Record<string, { basis: string; days?: number; recipients: string[]; purpose: Text; keep: Text }>
  lifetimes: Record<string, Text>
  cookies: Record<string, InBrowser>
  storage: Record<string, Record<string, InBrowser>>
}
