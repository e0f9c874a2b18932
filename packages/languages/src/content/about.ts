import type { InLanguages } from './document.ts'

/** Who runs the newsstand, and what it lives on. */
export const about: InLanguages = {
  de: {
    title: 'Ein Kiosk, der nie zusperrt',
    edition:
      '{site} bringt Zeitschriften und Zeitungen dorthin, wo gelesen wird: auf den Küchentisch, in den Zug, ins Wartezimmer.',
    sections: [
      [
        'Was im Regal steht',
        '{magazines} Titel mit {issues} Ausgaben in drei Sprachen, von der Tageszeitung aus dem Tal bis zum Wissenschaftsmagazin. Jede Seite sieht aus, wie die Redaktion sie gemacht hat.',
        '[Ins Regal schauen](/magazines)',
      ],
      [
        'Wovon wir leben',
        'Wer gratis liest, sieht zwischen den Seiten ruhige Anzeigen. Wer Magz oder Premium hat, sieht keine und bezahlt den Kiosk mit dem Abo.',
        '[Abos und Preise](/user/subscription/pub)',
      ],
      [
        'Wo wir offen haben',
        'In Österreich, Deutschland, der Schweiz und Luxemburg. Mehr als 120.000 Leserinnen und Leser im deutschsprachigen Raum haben ein Konto.',
        '[Was der Kiosk kann](/features)',
        '[Kontakt](/feedback)',
      ],
    ],
  },
  en: {
    title: 'A newsstand that never closes',
    edition: '{site} brings magazines and newspapers to where people read: the kitchen table, the train, the waiting room.',
    sections: [
      [
        'What is on the shelf',
        '{magazines} titles with {issues} issues in three languages, from the daily paper of the valley to the science magazine. Every page looks the way its editors made it.',
        '[Look at the shelf](/magazines)',
      ],
      [
        'What we live on',
        'Those who read for free see quiet advertisements between pages. Those who have Magz or Premium see none, and pay for the newsstand with their subscription.',
        '[Subscriptions and prices](/user/subscription/pub)',
      ],
      [
        'Where we are open',
        'In Austria, Germany, Switzerland and Luxembourg. More than 120,000 readers in the German-speaking countries have an account.',
        '[What the newsstand can do](/features)',
        '[Contact](/feedback)',
      ],
    ],
  },
  fr: {
    title: 'Un kiosque qui ne ferme jamais',
    edition:
      '{site} apporte magazines et journaux là où l’on lit : sur la table de la cuisine, dans le train, en salle d’attente.',
    sections: [
      [
        'Ce qu’il y a en rayon',
        '{magazines} titres et {issues} numéros en trois langues, du quotidien de la vallée à la revue scientifique. Chaque page a l’aspect que sa rédaction lui a donné.',
        '[Regarder le rayon](/magazines)',
      ],
      [
        'De quoi nous vivons',
        'Qui lit gratuitement voit des annonces discrètes entre les pages. Qui a Magz ou Premium n’en voit aucune et paie le kiosque par son abonnement.',
        '[Abonnements et prix](/user/subscription/pub)',
      ],
      [
        'Où nous sommes ouverts',
        'En Autriche, en Allemagne, en Suisse et au Luxembourg. Plus de 120 000 lectrices et lecteurs des pays germanophones ont un compte.',
        '[Ce que sait faire le kiosque](/features)',
        '[Nous écrire](/feedback)',
      ],
    ],
  },
}
