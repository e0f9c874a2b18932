import { bundle } from '../words.ts'

/** About, contacts, imprint, feedback, third parties: pages on the house itself. */
export const houseWords = bundle({
  de: {
    'ABOUT.TITLE': 'Ein Kiosk, der nie zusperrt',
    'ABOUT.LEAD':
      '{site} bringt Zeitschriften und Zeitungen dorthin, wo gelesen wird: auf den Küchentisch, in den Zug, ins Wartezimmer.',
    'ABOUT.SHELF': 'Was im Regal steht',
    'ABOUT.SHELF_BODY':
      '{magazines} Titel mit {issues} Ausgaben in drei Sprachen, von der Tageszeitung aus dem Tal bis zum Wissenschaftsmagazin. Jede Seite sieht aus, wie die Redaktion sie gemacht hat.',
    'ABOUT.MODEL': 'Wovon wir leben',
    'ABOUT.MODEL_BODY':
      'Wer gratis liest, sieht zwischen den Seiten ruhige Anzeigen. Wer Magz oder Premium hat, sieht keine. An beidem verdienen die Verlage mit: Jede aufgeschlagene Ausgabe zählt.',
    'ABOUT.MARKETS': 'Wo wir offen haben',
    'ABOUT.MARKETS_BODY':
      'In Österreich, Deutschland, der Schweiz und Luxemburg. Mehr als 120.000 Leserinnen und Leser im deutschsprachigen Raum haben ein Konto.',
    'ABOUT.LINK_FEATURES': 'Was der Kiosk kann',
    'ABOUT.LINK_MAGAZINES': 'Ins Regal schauen',
    'ABOUT.LINK_PRICES': 'Abos und Preise',
    'ABOUT.LINK_CONTACT': 'Kontakt',
    'MARKETING.TITLE': 'Für Verlage und Werbung',
    'MARKETING.LEAD': 'Zwei Türen, je ein Mensch dahinter.',
    'MARKETING.PUBLISHERS': 'Verlage',
    'MARKETING.PUBLISHERS_BODY':
      'Sie schicken ein PDF, wir machen eine Ausgabe daraus: mit Titelseite, Suche, Inhaltsverzeichnis und Abrechnung nach gelesenen Seiten. Regionale Ausgaben, Beilagen und Sondernummern bleiben, was sie sind.',
    'MARKETING.PUBLISHERS_LINK': 'Verlagen schreiben wir zurück',
    'MARKETING.ADVERTISERS': 'Werbung',
    'MARKETING.ADVERTISERS_BODY':
      'Anzeigen stehen bei uns zwischen den Seiten, nie über dem Text und höchstens auf jeder achten Seite. Das sind wenige Plätze, und darum werden sie gesehen. Auch als Film.',
    'MARKETING.ADVERTISERS_LINK': 'Anzeige anfragen',
    'MARKETING.VIDEO_LINK': 'Videowerbung bei uns',
    'IMPRINT.TITLE': 'Impressum',
    'IMPRINT.DEMONSTRATION':
      'Demonstration: Dieses Haus und alle Angaben auf dieser Seite sind erfunden. Wer den Kiosk betreibt, trägt hier die eigenen ein.',
    'IMPRINT.OWNER': 'Medieninhaber und Herausgeber',
    'IMPRINT.REGISTER': 'Firmenbuch',
    'IMPRINT.VAT': 'UID-Nummer',
    'IMPRINT.DIRECTOR': 'Geschäftsführung',
    'IMPRINT.CONTACT': 'Kontakt',
    'IMPRINT.PHONE': 'Telefon',
    'IMPRINT.MAIL': 'E-Mail',
    'IMPRINT.PUBLISHERS': 'Für Verlage',
    'IMPRINT.ADVERTISERS': 'Für Werbung',
    'IMPRINT.PURPOSE': 'Grundlegende Richtung',
    'IMPRINT.PURPOSE_BODY':
      'Verbreitung von Zeitschriften und Zeitungen in digitaler Form. Für die Inhalte der Titel stehen deren Verlage ein.',
    'FEEDBACK.TITLE': 'Schreiben Sie uns',
    'FEEDBACK.LEAD':
      'Lob, Kritik, eine Frage, ein Titel, der fehlt: Ein Mensch liest jede Nachricht und antwortet, meist am nächsten Werktag.',
    'FEEDBACK.MAIL': 'E-Mail schreiben',
    'FEEDBACK.PHONE': 'Lieber telefonieren?',
    'FEEDBACK.HINT': 'Das hilft uns, schnell zu antworten',
    'FEEDBACK.HINT_1': 'Welche Seite oder Ausgabe es betrifft',
    'FEEDBACK.HINT_2': 'Welches Gerät und welchen Browser Sie verwenden',
    'FEEDBACK.HINT_3': 'Die Nummer, falls Ihnen eine Fehlerseite eine gezeigt hat',
    'FEEDBACK.FAQ': 'Vielleicht steht die Antwort schon hier: häufige Fragen',
    'THIRD_PARTY.TITLE': 'Drittanbieter',
    'THIRD_PARTY.LEAD':
      'Mit wem wir arbeiten und wozu. Solange Sie nichts anderes erlauben, lädt diese Website nichts von fremden Adressen.',
    'THIRD_PARTY.COMPANY': 'Anbieter',
    'THIRD_PARTY.PURPOSE': 'Wozu',
    'THIRD_PARTY.POLICY': 'Datenschutz des Anbieters',
  },
  en: {
    'ABOUT.TITLE': 'A newsstand that never closes',
    'ABOUT.LEAD': '{site} brings magazines and newspapers to where people read: the kitchen table, the train, the waiting room.',
    'ABOUT.SHELF': 'What is on the shelf',
    'ABOUT.SHELF_BODY':
      '{magazines} titles with {issues} issues in three languages, from the daily paper of the valley to the science magazine. Every page looks the way its editors made it.',
    'ABOUT.MODEL': 'What we live on',
    'ABOUT.MODEL_BODY':
      'Those who read for free see quiet advertisements between pages. Those who have Magz or Premium see none. Publishers share in both: every issue opened counts.',
    'ABOUT.MARKETS': 'Where we are open',
    'ABOUT.MARKETS_BODY':
      'In Austria, Germany, Switzerland and Luxembourg. More than 120,000 readers in the German-speaking countries have an account.',
    'ABOUT.LINK_FEATURES': 'What the newsstand can do',
    'ABOUT.LINK_MAGAZINES': 'Look at the shelf',
    'ABOUT.LINK_PRICES': 'Subscriptions and prices',
    'ABOUT.LINK_CONTACT': 'Contact',
    'MARKETING.TITLE': 'For publishers and advertisers',
    'MARKETING.LEAD': 'Two doors, and a person behind each.',
    'MARKETING.PUBLISHERS': 'Publishers',
    'MARKETING.PUBLISHERS_BODY':
      'You send a PDF, we make an issue of it: with cover, search, table of contents, and accounts by pages read. Regional editions, supplements and special issues remain what they are.',
    'MARKETING.PUBLISHERS_LINK': 'Write to our publisher desk',
    'MARKETING.ADVERTISERS': 'Advertising',
    'MARKETING.ADVERTISERS_BODY':
      'Advertisements stand between pages here, never over text, and at most at every eighth page. That makes them few, which is why they are seen. As films, too.',
    'MARKETING.ADVERTISERS_LINK': 'Ask about advertising',
    'MARKETING.VIDEO_LINK': 'Video advertising with us',
    'IMPRINT.TITLE': 'Legal notice',
    'IMPRINT.DEMONSTRATION':
      'Demonstration: this company and everything on this page is invented. Whoever runs the newsstand enters their own details here.',
    'IMPRINT.OWNER': 'Owner and publisher',
    'IMPRINT.REGISTER': 'Company register',
    'IMPRINT.VAT': 'VAT number',
    'IMPRINT.DIRECTOR': 'Management',
    'IMPRINT.CONTACT': 'Contact',
    'IMPRINT.PHONE': 'Phone',
    'IMPRINT.MAIL': 'Email',
    'IMPRINT.PUBLISHERS': 'For publishers',
    'IMPRINT.ADVERTISERS': 'For advertisers',
    'IMPRINT.PURPOSE': 'Purpose',
    'IMPRINT.PURPOSE_BODY':
      'Distribution of magazines and newspapers in digital form. Publishers answer for the content of their titles.',
    'FEEDBACK.TITLE': 'Write to us',
    'FEEDBACK.LEAD':
      'Praise, criticism, a question, a missing title: a human reads every message and answers, usually on the next working day.',
    'FEEDBACK.MAIL': 'Write an email',
    'FEEDBACK.PHONE': 'Prefer to call?',
    'FEEDBACK.HINT': 'This helps us answer quickly',
    'FEEDBACK.HINT_1': 'Which page or issue it is about',
    'FEEDBACK.HINT_2': 'Which device and browser you use',
    'FEEDBACK.HINT_3': 'The number, if an error page showed you one',
    'FEEDBACK.FAQ': 'The answer may already be here: frequently asked questions',
    'THIRD_PARTY.TITLE': 'Third parties',
    'THIRD_PARTY.LEAD':
      'Whom we work with, and why. Unless you allow otherwise, this website loads nothing from other addresses.',
    'THIRD_PARTY.COMPANY': 'Provider',
    'THIRD_PARTY.PURPOSE': 'What for',
    'THIRD_PARTY.POLICY': 'Privacy policy of the provider',
  },
  fr: {
    'ABOUT.TITLE': 'Un kiosque qui ne ferme jamais',
    'ABOUT.LEAD':
      '{site} apporte magazines et journaux là où l’on lit : sur la table de la cuisine, dans le train, en salle d’attente.',
    'ABOUT.SHELF': 'Ce qu’il y a en rayon',
    'ABOUT.SHELF_BODY':
      '{magazines} titres et {issues} numéros en trois langues, du quotidien de la vallée à la revue scientifique. Chaque page a l’aspect que sa rédaction lui a donné.',
    'ABOUT.MODEL': 'De quoi nous vivons',
    'ABOUT.MODEL_BODY':
      'Qui lit gratuitement voit des annonces discrètes entre les pages. Qui a Magz ou Premium n’en voit aucune. Les éditeurs ont leur part des deux : chaque numéro ouvert compte.',
    'ABOUT.MARKETS': 'Où nous sommes ouverts',
    'ABOUT.MARKETS_BODY':
      'En Autriche, en Allemagne, en Suisse et au Luxembourg. Plus de 120 000 lectrices et lecteurs des pays germanophones ont un compte.',
    'ABOUT.LINK_FEATURES': 'Ce que sait faire le kiosque',
    'ABOUT.LINK_MAGAZINES': 'Regarder le rayon',
    'ABOUT.LINK_PRICES': 'Abonnements et prix',
    'ABOUT.LINK_CONTACT': 'Nous écrire',
    'MARKETING.TITLE': 'Éditeurs et annonceurs',
    'MARKETING.LEAD': 'Deux portes, et quelqu’un derrière chacune.',
    'MARKETING.PUBLISHERS': 'Éditeurs',
    'MARKETING.PUBLISHERS_BODY':
      'Vous envoyez un PDF, nous en faisons un numéro : avec couverture, recherche, sommaire et décompte des pages lues. Éditions régionales, suppléments et hors-séries restent ce qu’ils sont.',
    'MARKETING.PUBLISHERS_LINK': 'Écrire au service des éditeurs',
    'MARKETING.ADVERTISERS': 'Publicité',
    'MARKETING.ADVERTISERS_BODY':
      'Chez nous, les annonces se placent entre les pages, jamais sur le texte, et au plus toutes les huit pages. Elles sont rares, et c’est pourquoi on les voit. En vidéo aussi.',
    'MARKETING.ADVERTISERS_LINK': 'Demander un espace',
    'MARKETING.VIDEO_LINK': 'La publicité vidéo chez nous',
    'IMPRINT.TITLE': 'Mentions légales',
    'IMPRINT.DEMONSTRATION':
      'Démonstration : cette société et toutes les indications de cette page sont inventées. L’exploitant du kiosque inscrit ici les siennes.',
    'IMPRINT.OWNER': 'Propriétaire et éditeur',
    'IMPRINT.REGISTER': 'Registre du commerce',
    'IMPRINT.VAT': 'Numéro de TVA',
    'IMPRINT.DIRECTOR': 'Direction',
    'IMPRINT.CONTACT': 'Contact',
    'IMPRINT.PHONE': 'Téléphone',
    'IMPRINT.MAIL': 'E-mail',
    'IMPRINT.PUBLISHERS': 'Pour les éditeurs',
    'IMPRINT.ADVERTISERS': 'Pour les annonceurs',
    'IMPRINT.PURPOSE': 'Objet',
    'IMPRINT.PURPOSE_BODY':
      'Diffusion de magazines et de journaux sous forme numérique. Les éditeurs répondent du contenu de leurs titres.',
    'FEEDBACK.TITLE': 'Écrivez-nous',
    'FEEDBACK.LEAD':
      'Un compliment, une critique, une question, un titre qui manque : un être humain lit chaque message et répond, le plus souvent le jour ouvrable suivant.',
    'FEEDBACK.MAIL': 'Écrire un e-mail',
    'FEEDBACK.PHONE': 'Vous préférez téléphoner ?',
    'FEEDBACK.HINT': 'Ce qui nous aide à répondre vite',
    'FEEDBACK.HINT_1': 'De quelle page ou de quel numéro il s’agit',
    'FEEDBACK.HINT_2': 'Votre appareil et votre navigateur',
    'FEEDBACK.HINT_3': 'Le numéro affiché, si une page d’erreur vous en a montré un',
    'FEEDBACK.FAQ': 'La réponse est peut-être déjà là : questions fréquentes',
    'THIRD_PARTY.TITLE': 'Prestataires tiers',
    'THIRD_PARTY.LEAD':
      'Avec qui nous travaillons, et pourquoi. Sans votre accord, ce site ne charge rien depuis d’autres adresses.',
    'THIRD_PARTY.COMPANY': 'Prestataire',
    'THIRD_PARTY.PURPOSE': 'À quelle fin',
    'THIRD_PARTY.POLICY': 'Politique de confidentialité du prestataire',
  },
})
