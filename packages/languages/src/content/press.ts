import type { InLanguages } from './document.ts'

/** For those who write about the newsstand. */
export const press: InLanguages = {
  de: {
    title: 'Für die Presse',
    edition: 'Zahlen, Bilder und ein Mensch, der zurückruft.',
    sections: [
      [
        '{site} in drei Sätzen',
        '{site} ist ein digitaler Kiosk: {magazines} Zeitschriften und Zeitungen in {issues} Ausgaben, im Browser und in der App. Gratis liest, wer zwischen den Seiten Anzeigen sieht; Magz und Premium sind ohne Werbung. Offen ist in Österreich, Deutschland, der Schweiz und Luxemburg.',
      ],
      [
        'Bilder und Schriftzug',
        'Titelseiten dürfen Sie zeigen, wenn Sie über den Kiosk oder das Heft berichten; nennen Sie Titel und Ausgabe. Bildschirmfotos und den Schriftzug schicken wir Ihnen in druckfähiger Größe.',
      ],
      [
        'Fragen',
        'Schreiben Sie uns oder rufen Sie an. Wir antworten am selben Werktag.',
        '[{mail}](mailto:{mail})',
        '[{phone}](tel:{phoneNumber})',
      ],
    ],
  },
  en: {
    title: 'For the press',
    edition: 'Figures, pictures, and a person who calls back.',
    sections: [
      [
        '{site} in three sentences',
        '{site} is a digital newsstand: {magazines} magazines and newspapers in {issues} issues, in the browser and in the app. Reading is free with advertisements between the pages; Magz and Premium have none. It is open in Austria, Germany, Switzerland and Luxembourg.',
      ],
      [
        'Pictures and wordmark',
        'You may show covers when you report on the newsstand or on the magazine; name title and issue. We send you screenshots and the wordmark in print quality.',
      ],
      [
        'Questions',
        'Write or call. We answer on the same working day.',
        '[{mail}](mailto:{mail})',
        '[{phone}](tel:{phoneNumber})',
      ],
    ],
  },
  fr: {
    title: 'Espace presse',
    edition: 'Des chiffres, des images, et quelqu’un qui rappelle.',
    sections: [
      [
        '{site} en trois phrases',
        '{site} est un kiosque numérique : {magazines} magazines et journaux en {issues} numéros, dans le navigateur et dans l’application. La lecture est gratuite avec des annonces entre les pages ; Magz et Premium n’en ont pas. Il est ouvert en Autriche, en Allemagne, en Suisse et au Luxembourg.',
      ],
      [
        'Images et logotype',
        'Vous pouvez montrer les couvertures lorsque vous parlez du kiosque ou du magazine ; citez le titre et le numéro. Nous vous envoyons captures d’écran et logotype en qualité d’impression.',
      ],
      [
        'Questions',
        'Écrivez ou appelez. Nous répondons le jour ouvrable même.',
        '[{mail}](mailto:{mail})',
        '[{phone}](tel:{phoneNumber})',
      ],
    ],
  },
}
