import type { InLanguages } from './document.ts'

export const accessibility: InLanguages = {
  de: {
    title: 'Barrierefreiheit',
    edition: 'Erklärung vom 22. November 2026',
    sections: [
      [
        'Unser Anspruch',
        'Der Kiosk soll für alle offen sein. Die Website richtet sich nach den WCAG 2.2, Stufe AA: Sie ist mit der Tastatur bedienbar, hat ausreichende Kontraste in beiden Farbschemata, lässt sich auf 400 % vergrößern, ohne dass man quer rollen muss, und funktioniert auch ohne Skripte.',
        'Wie wir das prüfen: {accessibilityMethod}. Zuletzt am {accessibilityDate}.',
      ],
      [
        'Was wir noch nicht können',
        'Seiten mancher Ausgaben sind Bilder ohne Text, vor allem alte Scans; sie sind in der Ausgabe gekennzeichnet. Artikel zum Anhören gibt es nur, wo der Verlag sie freigibt.',
      ],
      [
        'Wenn etwas im Weg steht',
        'Schreiben Sie uns über „Kontakt“. Wir antworten binnen fünf Werktagen und sagen, bis wann wir das Hindernis beseitigen. Hilft das nicht, wenden Sie sich an die Stelle Ihres Landes.',
        'Österreich: [Sozialministeriumservice](https://www.sozialministeriumservice.gv.at/). Deutschland: [Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen](https://www.mlbf-barrierefrei.de/), Magdeburg. Luxemburg: [Office de la surveillance de l’accessibilité des produits et services](https://osaps.public.lu/). Schweiz: [Eidgenössisches Büro für die Gleichstellung von Menschen mit Behinderungen](https://www.edi.admin.ch/edi/de/home/fachstellen/ebgb.html), das berät.',
      ],
    ],
  },
  en: {
    title: 'Accessibility',
    edition: 'Statement of 22 November 2026',
    sections: [
      [
        'What we aim for',
        'The newsstand should be open to everyone. The website follows WCAG 2.2, level AA: it can be used by keyboard, has sufficient contrast in both colour schemes, can be enlarged to 400 % without scrolling sideways, and works without scripts.',
        'How we check it: {accessibilityMethod}. Last on {accessibilityDate}.',
      ],
      [
        'What we cannot do yet',
        'Pages of some issues are pictures without text, old scans above all; such issues are marked. Articles to listen to exist only where the publisher allows it.',
      ],
      [
        'If something is in your way',
        'Write to us by “Contact”. We answer within five working days and say when the obstacle will be gone. If that does not help, turn to the body of your country.',
        'Austria: [Sozialministeriumservice](https://www.sozialministeriumservice.gv.at/). Germany: [Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen](https://www.mlbf-barrierefrei.de/), Magdeburg. Luxembourg: [Office de la surveillance de l’accessibilité des produits et services](https://osaps.public.lu/). Switzerland: [Federal Bureau for the Equality of People with Disabilities](https://www.edi.admin.ch/edi/de/home/fachstellen/ebgb.html), which advises.',
      ],
    ],
  },
  fr: {
    title: 'Accessibilité',
    edition: 'Déclaration du 22 novembre 2026',
    sections: [
      [
        'Notre ambition',
        'Le kiosque doit être ouvert à tous. Le site suit les WCAG 2.2, niveau AA : il s’utilise au clavier, offre un contraste suffisant dans les deux apparences, s’agrandit à 400 % sans défilement horizontal et fonctionne sans scripts.',
        'Comment nous le vérifions : {accessibilityMethod}. En dernier lieu le {accessibilityDate}.',
      ],
      [
        'Ce que nous ne savons pas encore faire',
        'Les pages de certains numéros sont des images sans texte, surtout d’anciennes numérisations ; ces numéros sont signalés. Les articles à écouter n’existent que si l’éditeur le permet.',
      ],
      [
        'Si quelque chose vous gêne',
        'Écrivez-nous. Nous répondons dans les cinq jours ouvrables et indiquons quand l’obstacle aura disparu. À défaut, adressez-vous à l’organisme de votre pays.',
        'Autriche : [Sozialministeriumservice](https://www.sozialministeriumservice.gv.at/). Allemagne : [Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen](https://www.mlbf-barrierefrei.de/), Magdebourg. Luxembourg : [Office de la surveillance de l’accessibilité des produits et services](https://osaps.public.lu/). Suisse : [Bureau fédéral de l’égalité pour les personnes handicapées](https://www.edi.admin.ch/edi/de/home/fachstellen/ebgb.html), qui conseille.',
      ],
    ],
  },
}
