import type { InLanguages } from './document.ts'

export const accessibility: InLanguages = {
  de: {
    title: 'Barrierefreiheit',
    edition: 'Erklärung vom 1. November 2026',
    sections: [
      [
        'Unser Anspruch',
        'Der Kiosk soll für alle offen sein. Die Website richtet sich nach den WCAG 2.2, Stufe AA: Sie ist mit der Tastatur bedienbar, hat ausreichende Kontraste in beiden Farbschemata, lässt sich auf 200 % vergrößern und funktioniert auch ohne Skripte.',
      ],
      [
        'Was wir noch nicht können',
        'Seiten mancher Ausgaben sind Bilder ohne Text, vor allem alte Scans; sie sind in der Ausgabe gekennzeichnet. Artikel zum Anhören gibt es nur, wo der Verlag sie freigibt.',
      ],
      [
        'Wenn etwas im Weg steht',
        'Schreiben Sie uns über „Kontakt“. Wir antworten binnen fünf Werktagen und sagen, bis wann wir das Hindernis beseitigen. Hilft das nicht, wenden Sie sich an die Durchsetzungsstelle Ihres Landes.',
      ],
    ],
  },
  en: {
    title: 'Accessibility',
    edition: 'Statement of 1 November 2026',
    sections: [
      [
        'What we aim for',
        'The newsstand should be open to everyone. The website follows WCAG 2.2, level AA: it can be used by keyboard, has sufficient contrast in both colour schemes, can be enlarged to 200 % and works without scripts.',
      ],
      [
        'What we cannot do yet',
        'Pages of some issues are pictures without text, old scans above all; such issues are marked. Articles to listen to exist only where the publisher allows it.',
      ],
      [
        'If something is in your way',
        'Write to us by “Contact”. We answer within five working days and say when the obstacle will be gone. If that does not help, turn to the enforcement body of your country.',
      ],
    ],
  },
  fr: {
    title: 'Accessibilité',
    edition: 'Déclaration du 1er novembre 2026',
    sections: [
      [
        'Notre ambition',
        'Le kiosque doit être ouvert à tous. Le site suit les WCAG 2.2, niveau AA : il s’utilise au clavier, offre un contraste suffisant dans les deux apparences, s’agrandit à 200 % et fonctionne sans scripts.',
      ],
      [
        'Ce que nous ne savons pas encore faire',
        'Les pages de certains numéros sont des images sans texte, surtout d’anciennes numérisations ; ces numéros sont signalés. Les articles à écouter n’existent que si l’éditeur le permet.',
      ],
      [
        'Si quelque chose vous gêne',
        'Écrivez-nous. Nous répondons dans les cinq jours ouvrables et indiquons quand l’obstacle aura disparu. À défaut, adressez-vous à l’organisme de contrôle de votre pays.',
      ],
    ],
  },
}
