import type { InLanguages } from './document.ts'

/** Drawings that a feature may have: the fragment of the link in its heading. */
export const featureIcons = [
  'book-open',
  'archive',
  'sparkles',
  'text-search',
  'rss',
  'book-marked',
  'bell',
  'library',
  'bookmark',
  'megaphone-off',
  'cloud-download',
] as const
export type FeatureIcon = (typeof featureIcons)[number]

/**
 * The eleven features, in the order of the specification. A heading names its drawing; an emphasised line says which
 * subscriptions a feature belongs to.
 */
export const features: InLanguages = {
  de: {
    title: 'Was der Kiosk kann',
    edition: 'Elf Dinge, die ein Stapel Papier nicht kann. Die meisten davon gratis.',
    sections: [
      [
        '[Lesen](#book-open)',
        'Jede Seite so, wie sie gestaltet wurde: als Einzelseite oder Doppelseite, gestochen scharf bis in die Fußnote.',
      ],
      ['[Archiv](#archive)', 'Frühere Ausgaben bleiben im Regal. Was im März gut war, finden Sie auch im November.'],
      [
        '[Empfehlungen](#sparkles)',
        'Zu jeder Ausgabe sehen Sie, was andere Leserinnen und Leser danach aufgeschlagen haben. Ohne Profil, ohne Verfolgung.',
      ],
      [
        '[Volltextsuche](#text-search)',
        'Ein Wort eingeben, und der Kiosk schlägt die Seite auf, auf der es steht. In allen Ausgaben auf einmal.',
      ],
      ['[Feeds](#rss)', 'Neue Ausgaben gibt es als RSS und für E-Book-Programme als OPDS. Ganz ohne Konto.'],
      [
        '[Nachschlagen](#book-marked)',
        'Text markieren, kopieren, nachschlagen: Die Seiten bestehen aus echten Wörtern, nicht nur aus Bildern.',
      ],
      [
        '[Hinweise](#bell)',
        'Browser und Apps melden sich, wenn ein Titel neu erscheint, den Sie mögen, sobald Sie es erlaubt haben. Sonst schweigen sie.',
      ],
      ['[Meine Magazine](#library)', 'Ihre Lieblinge stehen auf einem eigenen Brett, immer mit der neuesten Ausgabe vorne.'],
      ['[Lesezeichen](#bookmark)', 'Eselsohren ohne Reue: Seiten merken und auf jedem Gerät wiederfinden.'],
      [
        '[Ohne Werbung](#megaphone-off)',
        '*mit Magz und Premium*',
        'Zwischen den Seiten bleibt es still. Im Heft steht nur noch, was die Redaktion hineingestellt hat.',
      ],
      [
        '[Offline lesen](#cloud-download)',
        '*mit Magz und Premium*',
        'Ausgaben laden und mitnehmen: in den Zug, auf die Hütte, ins Funkloch.',
      ],
    ],
  },
  en: {
    title: 'What the newsstand can do',
    edition: 'Eleven things a pile of paper cannot. Most of them are free.',
    sections: [
      ['[Read](#book-open)', 'Every page as it was designed, single or as a spread, crisp down to the footnotes.'],
      ['[Archive](#archive)', 'Earlier issues stay on the shelf. What was good in March can still be found in November.'],
      ['[Recommendations](#sparkles)', 'Beside every issue you see what others opened next. No profile, no tracking.'],
      [
        '[Full-text search](#text-search)',
        'Type a word, and the newsstand opens the page it is printed on. In every issue at once.',
      ],
      ['[Feeds](#rss)', 'New issues come as RSS, and as OPDS for e-book programs. No account needed.'],
      ['[Look things up](#book-marked)', 'Select, copy, look up: pages are made of real words, not only of pictures.'],
      [
        '[Notifications](#bell)',
        'Browser and apps speak up when a title you like has a new issue, once you have allowed it. Otherwise they keep quiet.',
      ],
      ['[My magazines](#library)', 'Your favourites have a shelf of their own, always with the newest issue in front.'],
      ['[Bookmarks](#bookmark)', 'Dog-ears without regret: keep a page and find it again on any device.'],
      [
        '[No advertising](#megaphone-off)',
        '*with Magz and Premium*',
        'It stays quiet between the pages. What is in the issue is what the editors put there.',
      ],
      [
        '[Read offline](#cloud-download)',
        '*with Magz and Premium*',
        'Load an issue and take it along: on the train, up to the hut, off the grid.',
      ],
    ],
  },
  fr: {
    title: 'Ce que sait faire le kiosque',
    edition: 'Onze choses qu’une pile de papier ne sait pas faire. La plupart sont gratuites.',
    sections: [
      ['[Lire](#book-open)', 'Chaque page telle qu’elle a été mise en page, seule ou en double page, nette jusqu’aux notes.'],
      ['[Archives](#archive)', 'Les numéros passés restent en rayon. Ce qui était bon en mars se retrouve en novembre.'],
      ['[Recommandations](#sparkles)', 'À côté de chaque numéro, ce que d’autres ont ouvert ensuite. Sans profil, sans pistage.'],
      [
        '[Recherche plein texte](#text-search)',
        'Tapez un mot, et le kiosque ouvre la page où il est imprimé. Dans tous les numéros à la fois.',
      ],
      ['[Flux](#rss)', 'Les nouveautés arrivent en RSS, et en OPDS pour les liseuses. Sans compte.'],
      [
        '[Approfondir](#book-marked)',
        'Sélectionner, copier, chercher : les pages sont faites de vrais mots, pas seulement d’images.',
      ],
      [
        '[Notifications](#bell)',
        'Navigateur et applications signalent la parution d’un titre que vous aimez, dès que vous l’avez autorisé. Sinon, ils se taisent.',
      ],
      ['[Mes magazines](#library)', 'Vos favoris ont leur propre étagère, toujours avec le dernier numéro devant.'],
      ['[Signets](#bookmark)', 'Des pages cornées sans regret : à retrouver sur chaque appareil.'],
      [
        '[Sans publicité](#megaphone-off)',
        '*avec Magz et Premium*',
        'Le silence entre les pages. Dans le numéro, il n’y a que ce que la rédaction y a mis.',
      ],
      [
        '[Lire hors ligne](#cloud-download)',
        '*avec Magz et Premium*',
        'Chargez un numéro et emportez-le : dans le train, au refuge, loin de tout réseau.',
      ],
    ],
  },
}
