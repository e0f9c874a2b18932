import type { Language } from '@kiosk/domain/locale'
import { dataRegister } from './data-register.ts'
import { escaped } from './document.ts'

type Text = Record<Language, string>
type InBrowser = { use: string; lifetime: string; text: Text; before?: string }
/** What the privacy page shows of the register of data. */
export type ShownRegister = {
  bases: Record<string, Text>
  recipients: Record<string, Text>
  uses: Record<string, { basis: string; days?: number; recipients: string[]; purpose: Text; keep: Text }>
  lifetimes: Record<string, Text>
  cookies: Record<string, InBrowser>
  storage: Record<string, Record<string, InBrowser>>
}

const labels = {
  de: { basis: 'Rechtsgrundlage', keep: 'Dauer', recipients: 'Empfänger' },
  en: { basis: 'Legal basis', keep: 'Duration', recipients: 'Recipients' },
  fr: { basis: 'Base juridique', keep: 'Durée', recipients: 'Destinataires' },
} as const
const NOBODY: Text = { de: 'niemand', en: 'nobody', fr: 'personne' }

/** Purpose, legal basis, retention and recipients of all personal data, as an HTML list. */
export function usesList(language: Language): string {
  const { basis: ofBasis, keep: ofKeep, recipients: ofRecipients } = labels[language]
  const colon = language === 'fr' ? ' : ' : ': '
  return list(
    Object.values(dataRegister.uses).map(({ basis, days, recipients, purpose, keep }) => {
      const receive = recipients.map((each) => dataRegister.recipients[each]![language]).join(', ') || NOBODY[language]
      const lines = [
        ofBasis + colon + dataRegister.bases[basis]![language],
        ofKeep + colon + keep[language].replace('{days}', String(days)),
        ofRecipients + colon + receive,
      ]
      return [purpose[language], lines.map(escaped).join('<br>')]
    }),
  )
}

const KINDS: Record<string, Text> = {
  localStorage: { de: 'lokaler Speicher', en: 'local storage', fr: 'stockage local' },
  sessionStorage: { de: 'Speicher des Tabs', en: 'tab storage', fr: 'stockage de l’onglet' },
  indexedDB: { de: 'Datenbank', en: 'database', fr: 'base de données' },
  caches: { de: 'Zwischenspeicher', en: 'cache', fr: 'cache' },
  serviceWorker: { de: 'Hintergrundprogramm', en: 'background program', fr: 'programme en arrière-plan' },
}
const COOKIE: Text = { de: 'Cookie', en: 'cookie', fr: 'cookie' }

/** Cookies and browser storage with purpose and lifetime, as an HTML list. */
export function browserList(language: Language): string {
  const { cookies, storage } = dataRegister
  const kinds: [Text, Record<string, InBrowser>][] = [
    [COOKIE, cookies],
    ...Object.entries(storage).map(([kind, entries]): [Text, Record<string, InBrowser>] => [KINDS[kind]!, entries]),
  ]
  const { keep } = labels[language]
  return list(
    kinds.flatMap(([kind, entries]) =>
      Object.entries(entries).map(([name, { text, lifetime }]) => [
        name,
        `${escaped(kind[language])}, ${escaped(text[language])}<br>${keep}${language === 'fr' ? ' : ' : ': '}${escaped(dataRegister.lifetimes[lifetime]![language])}`,
      ]),
    ),
  )
}

function list(entries: readonly (readonly string[])[]): string {
  return `<ul>${entries.map(([name = '', html]) => `<li><strong>${escaped(name)}</strong><br>${html}</li>`).join('')}</ul>`
}
