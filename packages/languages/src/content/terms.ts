import type { InLanguages } from './document.ts'

export const terms: InLanguages = {
  de: {
    title: 'Nutzungsbedingungen',
    edition: 'Fassung 3.2 vom 22. November 2026',
    sections: [
      [
        '1. Worum es geht',
        'Diese Bedingungen gelten für die Website, die Web-App und die Apps des Kiosks. Vertragspartner ist der Medieninhaber, der im Impressum steht.',
        'Ein Konto anlegen kann, wer mindestens 16 Jahre alt ist, in Österreich mindestens 14; wer jünger ist, braucht die Zustimmung der Eltern. Ein Abo abschließen kann, wer voll geschäftsfähig ist oder die Zustimmung der gesetzlichen Vertretung hat.',
      ],
      [
        '2. Gratis lesen',
        'Zeitschriften können online kostenlos gelesen werden; zwischen den Seiten stehen dafür Anzeigen. Ein Anspruch auf bestimmte Titel besteht nicht. Gelesen wird auf bis zu zwei Geräten.',
      ],
      [
        '3. Abos',
        'Magz und Premium gelten jeweils 30 Tage und verlängern sich um weitere 30 Tage, wenn nicht spätestens sieben Tage vor Ablauf gekündigt wird. Preise gelten für die Region, in der das Konto geführt wird, und enthalten die Umsatzsteuer. Ermäßigte Einstiegspreise gelten für die angegebene Zahl von Abbuchungen, danach der reguläre Preis.',
        'Ein laufendes Abo behält den Preis, zu dem es abgeschlossen wurde. Möchten wir ihn erhöhen, nennen wir Ihnen mindestens 30 Tage vor der ersten Abbuchung per E-Mail den alten und den neuen Preis, den Tag und was Sie tun können. Bitten wir um Ihre Zustimmung, gilt der neue Preis nur mit ihr; ohne sie bleibt der Preis, oder das Abo endet ohne weitere Kosten, wie es in der E-Mail steht. Andernfalls können Sie bis zu diesem Tag kündigen, auch weniger als sieben Tage davor.',
        'Bei SEPA-Lastschrift nennen wir Betrag und Tag jedes Einzugs vorab per E-Mail: den ersten mit der Bestätigung der Bestellung, spätestens einen Tag davor, jeden weiteren spätestens 14 Tage davor. Für den ersten Einzug ist die Frist der Ankündigung damit auf einen Tag verkürzt.',
      ],
      [
        '4. Kündigen und widerrufen',
        'Gekündigt wird jederzeit im Konto oder über „Verträge hier kündigen“. Verbraucherinnen und Verbraucher können binnen 14 Tagen ohne Angabe von Gründen widerrufen. {withdrawalMeaning} Die [Widerrufsbelehrung mit dem Formular](/withdraw#instructions) gehört zu diesen Bedingungen.',
      ],
      [
        '5. Was erlaubt ist',
        'Gelesen wird für den eigenen Gebrauch. Seiten systematisch zu kopieren, weiterzugeben oder öffentlich zu zeigen ist nicht erlaubt; das Zitatrecht bleibt unberührt.',
      ],
      [
        '6. Inhalte der Titel',
        'Für die Inhalte stehen die Verlage ein. Titel mit Altersbeschränkung werden nur gezeigt, wenn das im Konto freigeschaltet ist.',
      ],
      [
        '7. Verfügbarkeit',
        'Wir halten den Kiosk offen, so gut es geht, und kündigen Wartungen an. Haften wir, dann für Vorsatz und grobe Fahrlässigkeit; zwingende Rechte bleiben.',
      ],
      ['8. Recht und Streit', 'Es gilt österreichisches Recht; zwingende Vorschriften Ihres Wohnsitzlandes bleiben anwendbar.'],
    ],
  },
  en: {
    title: 'Terms of use',
    edition: 'Edition 3.2 of 22 November 2026',
    sections: [
      [
        '1. What this is about',
        'These terms apply to the website, the web app and the apps of the newsstand. Your contract is with the owner named in the legal notice.',
        'You may open an account from the age of 16, in Austria from 14; if you are younger, your parents must agree. You may subscribe if you have full legal capacity or the consent of your legal representative.',
      ],
      [
        '2. Reading for free',
        'Magazines can be read online free of charge; in return there are advertisements between pages. There is no claim to particular titles. Reading is possible on up to two devices.',
      ],
      [
        '3. Subscriptions',
        'Magz and Premium run for 30 days and renew for another 30 days unless cancelled at least seven days before the end. Prices apply to the region of the account and include VAT. Reduced starting prices apply to the number of charges stated, the regular price after that.',
        'A running subscription keeps the price at which it was taken out. If we wish to raise it, we tell you by email the old and the new price, the day and what you can do, at least 30 days before the first charge. If we ask for your consent, the new price applies only with it; without it the price stays, or the subscription ends at no further cost, as the email says. Otherwise you can cancel until that day, even less than seven days before it.',
        'With SEPA direct debit we state the amount and day of every debit by email beforehand: of the first one with the confirmation of your order, at least one day before it, of each further one at least 14 days before it. For the first debit, the period of notice is thereby shortened to one day.',
      ],
      [
        '4. Cancelling and withdrawing',
        'You may cancel at any time in your account or by “Cancel contracts here”. Consumers may withdraw within 14 days without giving a reason. {withdrawalMeaning} The [instructions on withdrawal with the form](/withdraw#instructions) are part of these terms.',
      ],
      [
        '5. What is allowed',
        'Reading is for your own use. Copying pages systematically, passing them on or showing them in public is not allowed; the right to quote is untouched.',
      ],
      [
        '6. Content of the titles',
        'Publishers answer for the content. Titles with an age restriction are shown only where the account allows it.',
      ],
      [
        '7. Availability',
        'We keep the newsstand open as well as we can and announce maintenance. Where we are liable, it is for intent and gross negligence; mandatory rights remain.',
      ],
      ['8. Law and disputes', 'Austrian law applies; mandatory rules of the country you live in remain applicable.'],
    ],
  },
  fr: {
    title: 'Conditions d’utilisation',
    edition: 'Version 3.2 du 22 novembre 2026',
    sections: [
      [
        '1. Objet',
        'Ces conditions s’appliquent au site, à l’application web et aux applications du kiosque. Votre contrat est conclu avec le propriétaire nommé dans les mentions légales.',
        'Un compte peut être ouvert dès 16 ans, en Autriche dès 14 ; plus jeune, il faut l’accord des parents. Un abonnement peut être conclu par toute personne ayant la pleine capacité juridique ou l’accord de son représentant légal.',
      ],
      [
        '2. Lecture gratuite',
        'Les magazines se lisent gratuitement en ligne ; en échange, des annonces paraissent entre les pages. Il n’existe pas de droit à certains titres. La lecture est possible sur deux appareils.',
      ],
      [
        '3. Abonnements',
        'Magz et Premium durent 30 jours et se renouvellent pour 30 jours, sauf résiliation au moins sept jours avant l’échéance. Les prix valent pour la région du compte et comprennent la TVA. Les prix de lancement valent pour le nombre de prélèvements indiqué, puis le prix normal s’applique.',
        'Un abonnement en cours garde le prix auquel il a été souscrit. Si nous souhaitons l’augmenter, nous vous indiquons par e-mail, au moins 30 jours avant le premier prélèvement, l’ancien et le nouveau prix, le jour et ce que vous pouvez faire. Si nous demandons votre accord, le nouveau prix ne s’applique qu’avec lui ; sans lui, le prix reste le même ou l’abonnement prend fin sans autres frais, comme l’e-mail l’indique. Sinon, vous pouvez résilier jusqu’à ce jour, même moins de sept jours avant.',
        'Par prélèvement SEPA, nous annonçons le montant et le jour de chaque prélèvement par e-mail : le premier avec la confirmation de la commande, au moins un jour avant, chacun des suivants au moins 14 jours avant. Pour le premier prélèvement, le délai d’annonce est ainsi réduit à un jour.',
      ],
      [
        '4. Résiliation et rétractation',
        'Vous résiliez à tout moment dans votre compte ou par « Résilier un contrat ici ». Les consommateurs peuvent se rétracter dans les 14 jours sans donner de motif. {withdrawalMeaning} Les [informations sur la rétractation et le formulaire](/withdraw#instructions) font partie de ces conditions.',
      ],
      [
        '5. Ce qui est permis',
        'La lecture est réservée à votre usage. La copie systématique, la transmission et la présentation publique des pages ne sont pas permises ; le droit de citation demeure.',
      ],
      [
        '6. Contenu des titres',
        'Les éditeurs répondent du contenu. Les titres soumis à une limite d’âge ne sont montrés que si le compte le permet.',
      ],
      [
        '7. Disponibilité',
        'Nous tenons le kiosque ouvert de notre mieux et annonçons les travaux. Notre responsabilité se limite au dol et à la faute lourde ; vos droits impératifs demeurent.',
      ],
      [
        '8. Droit et litiges',
        'Le droit autrichien s’applique ; les règles impératives de votre pays de résidence restent applicables.',
      ],
    ],
  },
}

/** The edition of 2018-11-01 (section 9), kept for contracts of that time. */
export const previousTerms: InLanguages = {
  de: {
    title: 'Frühere Nutzungsbedingungen',
    edition: 'Fassung vom 1. November 2018 (2018-11-01), nicht mehr gültig für neue Verträge',
    sections: [
      [
        '1. Angebot',
        'Der Kiosk bietet Zeitschriften zum Lesen im Browser und in Apps an, gratis mit Werbung oder im Abo ohne Werbung.',
      ],
      [
        '2. Laufzeit',
        'Das Abo gilt 30 Tage und verlängert sich, wenn es nicht spätestens sieben Tage vor Ablauf gekündigt wird.',
      ],
      ['3. Geräte', 'Gratis auf zwei, im Abo auf bis zu fünf Geräten.'],
      ['4. Recht', 'Es gilt österreichisches Recht.'],
    ],
  },
  en: {
    title: 'Previous terms of use',
    edition: 'Edition of 1 November 2018 (2018-11-01), no longer valid for new contracts',
    sections: [
      [
        '1. Offer',
        'The newsstand offers magazines to read in the browser and in apps, free with advertising or without it by subscription.',
      ],
      ['2. Duration', 'The subscription runs for 30 days and renews unless cancelled at least seven days before its end.'],
      ['3. Devices', 'Two for free, up to five with a subscription.'],
      ['4. Law', 'Austrian law applies.'],
    ],
  },
  fr: {
    title: 'Anciennes conditions d’utilisation',
    edition: 'Version du 1er novembre 2018 (2018-11-01), sans effet pour les nouveaux contrats',
    sections: [
      [
        '1. Offre',
        'Le kiosque propose des magazines à lire dans le navigateur et dans les applications, gratuitement avec publicité ou sans publicité par abonnement.',
      ],
      ['2. Durée', 'L’abonnement dure 30 jours et se renouvelle, sauf résiliation au moins sept jours avant l’échéance.'],
      ['3. Appareils', 'Deux gratuitement, jusqu’à cinq par abonnement.'],
      ['4. Droit', 'Le droit autrichien s’applique.'],
    ],
  },
}
