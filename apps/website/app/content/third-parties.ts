import type { Language } from '@kiosk/domain/locale'

/** A partner as the specification spells it; those of the demonstration are invented. */
export type ThirdParty = {
  company_id: number
  company_name: string
  policy_url: string
  description: Record<Language, string>
}

const partners: readonly ThirdParty[] = [
  {
    company_id: 1,
    company_name: 'Wolkenfeld Rechenzentrum GmbH',
    policy_url: 'https://wolkenfeld.example.org/privacy',
    description: {
      de: 'Betreibt die Server, auf denen der Kiosk steht, in Wien.',
      en: 'Runs the servers on which the newsstand stands, in Vienna.',
      fr: 'Exploite les serveurs du kiosque, à Vienne.',
    },
  },
  {
    company_id: 2,
    company_name: 'Brieftaube Mailversand OG',
    policy_url: 'https://brieftaube.example.org/privacy',
    description: {
      de: 'Stellt Bestätigungen, Rechnungen und den Newsletter zu.',
      en: 'Delivers confirmations, invoices and the newsletter.',
      fr: 'Achemine confirmations, factures et lettre d’information.',
    },
  },
  {
    company_id: 3,
    company_name: 'Kassenhaus Zahlungsdienste AG',
    policy_url: 'https://kassenhaus.example.org/privacy',
    description: {
      de: 'Wickelt Zahlungen mit Karte und Lastschrift ab.',
      en: 'Handles payments by card and direct debit.',
      fr: 'Traite les paiements par carte et prélèvement.',
    },
  },
  {
    company_id: 4,
    company_name: 'Äquator Netzwerk eG',
    policy_url: 'https://aequator.example.org/privacy',
    description: {
      de: 'Liefert Titelseiten und Bilder aus der Nähe aus.',
      en: 'Delivers covers and pictures from nearby.',
      fr: 'Livre couvertures et images depuis un lieu proche.',
    },
  },
]

/** By name, upper and lower case alike. */
export const thirdParties: readonly ThirdParty[] = [...partners].sort((one, other) =>
  one.company_name.localeCompare(other.company_name, 'de', { sensitivity: 'base' }),
)
