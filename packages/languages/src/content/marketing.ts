import type { InLanguages } from './document.ts'

/** For publishers and advertisers: a section each. */
export const marketing: InLanguages = {
  de: {
    title: 'Für Verlage und Werbung',
    edition: 'Zwei Türen, je ein Mensch dahinter.',
    sections: [
      [
        'Verlage',
        'Sie schicken ein PDF, wir machen eine Ausgabe daraus: mit Titelseite, Suche und Inhaltsverzeichnis. Regionale Ausgaben, Beilagen und Sondernummern bleiben, was sie sind.',
        '[Als Verlag anfragen]({publishersAddress})',
        '{publishers}',
      ],
      [
        'Werbung',
        'Anzeigen stehen bei uns zwischen den Seiten, nie über dem Text und höchstens auf jeder achten Seite. Das sind wenige Plätze, und darum werden sie gesehen. Auch als Film.',
        '[Anzeige anfragen]({advertisersAddress})',
        '{advertisers}',
        '[Videowerbung bei uns](/videowerbung)',
      ],
    ],
  },
  en: {
    title: 'For publishers and advertisers',
    edition: 'Two doors, and a person behind each.',
    sections: [
      [
        'Publishers',
        'You send a PDF, we make an issue of it: with cover, search and table of contents. Regional editions, supplements and special issues remain what they are.',
        '[Write to our publisher desk]({publishersAddress})',
        '{publishers}',
      ],
      [
        'Advertising',
        'Advertisements stand between pages here, never over text, and at most at every eighth page. That makes them few, which is why they are seen. As films, too.',
        '[Ask about advertising]({advertisersAddress})',
        '{advertisers}',
        '[Video advertising with us](/videowerbung)',
      ],
    ],
  },
  fr: {
    title: 'Éditeurs et annonceurs',
    edition: 'Deux portes, et quelqu’un derrière chacune.',
    sections: [
      [
        'Éditeurs',
        'Vous envoyez un PDF, nous en faisons un numéro : avec couverture, recherche et sommaire. Éditions régionales, suppléments et hors-séries restent ce qu’ils sont.',
        '[Écrire au service des éditeurs]({publishersAddress})',
        '{publishers}',
      ],
      [
        'Publicité',
        'Chez nous, les annonces se placent entre les pages, jamais sur le texte, et au plus toutes les huit pages. Elles sont rares, et c’est pourquoi on les voit. En vidéo aussi.',
        '[Demander un espace]({advertisersAddress})',
        '{advertisers}',
        '[La publicité vidéo chez nous](/videowerbung)',
      ],
    ],
  },
}
