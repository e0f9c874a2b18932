import type { InLanguages } from './document.ts'

/** Who works for the house: a part each, with what for, and last a link to the policy. Those of the demonstration are invented. */
export const thirdParties: InLanguages = {
  de: {
    title: 'Drittanbieter',
    edition:
      'Mit wem wir arbeiten und wozu. Solange Sie nichts anderes erlauben, lädt diese Website nichts von fremden Adressen.',
    sections: [
      [
        'Wolkenfeld Rechenzentrum GmbH',
        'Betreibt die Server, auf denen der Kiosk steht, in Wien.',
        '[wolkenfeld.example.org](https://wolkenfeld.example.org/privacy)',
      ],
      [
        'Brieftaube Mailversand OG',
        'Stellt unsere E-Mails zu: Bestätigungen, Rechnungen und Hinweise auf neue Ausgaben.',
        '[brieftaube.example.org](https://brieftaube.example.org/privacy)',
      ],
      [
        'Kassenhaus Zahlungsdienste AG',
        'Wickelt Zahlungen mit Karte und Lastschrift ab.',
        '[kassenhaus.example.org](https://kassenhaus.example.org/privacy)',
      ],
      [
        'Äquator Netzwerk eG',
        'Liefert Titelseiten und Bilder aus der Nähe aus.',
        '[aequator.example.org](https://aequator.example.org/privacy)',
      ],
    ],
  },
  en: {
    title: 'Third parties',
    edition: 'Whom we work with, and why. Unless you allow otherwise, this website loads nothing from other addresses.',
    sections: [
      [
        'Wolkenfeld Rechenzentrum GmbH',
        'Runs the servers on which the newsstand stands, in Vienna.',
        '[wolkenfeld.example.org](https://wolkenfeld.example.org/privacy)',
      ],
      [
        'Brieftaube Mailversand OG',
        'Delivers our emails: confirmations, invoices and notices of new issues.',
        '[brieftaube.example.org](https://brieftaube.example.org/privacy)',
      ],
      [
        'Kassenhaus Zahlungsdienste AG',
        'Handles payments by card and direct debit.',
        '[kassenhaus.example.org](https://kassenhaus.example.org/privacy)',
      ],
      [
        'Äquator Netzwerk eG',
        'Delivers covers and pictures from nearby.',
        '[aequator.example.org](https://aequator.example.org/privacy)',
      ],
    ],
  },
  fr: {
    title: 'Prestataires tiers',
    edition: 'Avec qui nous travaillons, et pourquoi. Sans votre accord, ce site ne charge rien depuis d’autres adresses.',
    sections: [
      [
        'Wolkenfeld Rechenzentrum GmbH',
        'Exploite les serveurs du kiosque, à Vienne.',
        '[wolkenfeld.example.org](https://wolkenfeld.example.org/privacy)',
      ],
      [
        'Brieftaube Mailversand OG',
        'Achemine nos e-mails : confirmations, factures et avis de nouveaux numéros.',
        '[brieftaube.example.org](https://brieftaube.example.org/privacy)',
      ],
      [
        'Kassenhaus Zahlungsdienste AG',
        'Traite les paiements par carte et prélèvement.',
        '[kassenhaus.example.org](https://kassenhaus.example.org/privacy)',
      ],
      [
        'Äquator Netzwerk eG',
        'Livre couvertures et images depuis un lieu proche.',
        '[aequator.example.org](https://aequator.example.org/privacy)',
      ],
    ],
  },
}
