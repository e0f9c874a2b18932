import { escapeHtml } from '@kiosk/domain/escape-html'
import type { Language } from '@kiosk/domain/locale'
import { dataRegister } from './data-register-texts.ts'
import type { InBrowser, Text } from './shown-register.ts'

/** A paragraph of a document that holds nothing but the name of a list. */
const LIST_PARAGRAPH = /<p>\{(dataUses|browserStorage)\}<\/p>/g

/** Replaces the paragraphs `{dataUses}` and `{browserStorage}` of a document by lists from docs/data-register.yaml. */
export function withRegisterLists(html: string, language: Language): string {
  return html.replace(LIST_PARAGRAPH, (_, name: string) => registerList(name as 'dataUses' | 'browserStorage', language))
}

/** A document without the paragraphs that `withRegisterLists` replaces. */
export function withoutRegisterLists(html: string): string {
  return html.replace(LIST_PARAGRAPH, '')
}

/** All personal data with purpose, legal basis, retention and recipients, or all entries in the browser's storage. HTML. */
export function registerList(name: 'dataUses' | 'browserStorage', language: Language): string {
  return name === 'dataUses' ? usesList(language) : browserList(language)
}

const labels = {
  de: { basis: 'Rechtsgrundlage', keep: 'Dauer', recipients: 'Empfänger' },
  en: { basis: 'Legal basis', keep: 'Duration', recipients: 'Recipients' },
  fr: { basis: 'Base juridique', keep: 'Durée', recipients: 'Destinataires' },
} as const
const NOBODY: Text = { de: 'niemand', en: 'nobody', fr: 'personne' }

/** Purpose, legal basis, retention and recipients of all personal data, as an HTML list. */
function usesList(language: Language): string {
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
      return [purpose[language], lines.map(escapeHtml).join('<br>')]
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
function browserList(language: Language): string {
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
        `${escapeHtml(kind[language])}, ${escapeHtml(text[language])}<br>${keep}${language === 'fr' ? ' : ' : ': '}${escapeHtml(dataRegister.lifetimes[lifetime]![language])}`,
      ]),
    ),
  )
}

function list(entries: readonly (readonly string[])[]): string {
  return `<ul>${entries.map(([name = '', html]) => `<li><strong>${escapeHtml(name)}</strong><br>${html}</li>`).join('')}</ul>`
}
