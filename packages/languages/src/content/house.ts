import { bundle } from '../words.ts'

/** What the pages on the house itself say around the operator’s texts: search, notices, feedback, third parties. */
export const houseWords = bundle({
  de: {
    'FAQ.SEARCH': 'Frage suchen',
    'FAQ.SEARCH_BUTTON': 'Suchen',
    'FAQ.NONE': 'Dazu steht hier nichts. Schreiben Sie uns, ein Mensch antwortet.',
    'FAQ.ALL': 'Alle Fragen zeigen',
    'FAQ.WRITE': 'Zum Kontakt',
    'IMPRINT.DEMONSTRATION':
      'Demonstration: Dieses Haus und alle Angaben auf dieser Seite sind erfunden. Wer den Kiosk betreibt, trägt hier die eigenen ein.',
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
    'FEATURES.TO_MAGAZINES': 'Ausprobieren: zu den Magazinen',
    'THIRD_PARTY.COMPANY': 'Anbieter',
    'THIRD_PARTY.PURPOSE': 'Wozu',
    'THIRD_PARTY.POLICY': 'Datenschutz des Anbieters',
  },
  en: {
    'FAQ.SEARCH': 'Search the questions',
    'FAQ.SEARCH_BUTTON': 'Search',
    'FAQ.NONE': 'There is nothing on that here. Write to us, and a human will answer.',
    'FAQ.ALL': 'Show all questions',
    'FAQ.WRITE': 'Contact us',
    'IMPRINT.DEMONSTRATION':
      'Demonstration: this company and everything on this page is invented. Whoever runs the newsstand enters their own details here.',
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
    'FEATURES.TO_MAGAZINES': 'Try it: to the magazines',
    'THIRD_PARTY.COMPANY': 'Provider',
    'THIRD_PARTY.PURPOSE': 'What for',
    'THIRD_PARTY.POLICY': 'Privacy policy of the provider',
  },
  fr: {
    'FAQ.SEARCH': 'Votre question',
    'FAQ.SEARCH_BUTTON': 'Chercher',
    'FAQ.NONE': 'Rien à ce sujet ici. Écrivez-nous, un être humain vous répondra.',
    'FAQ.ALL': 'Voir toutes les questions',
    'FAQ.WRITE': 'Nous écrire',
    'IMPRINT.DEMONSTRATION':
      'Démonstration : cette société et toutes les indications de cette page sont inventées. L’exploitant du kiosque inscrit ici les siennes.',
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
    'FEATURES.TO_MAGAZINES': 'Essayer : voir les magazines',
    'THIRD_PARTY.COMPANY': 'Prestataire',
    'THIRD_PARTY.PURPOSE': 'À quelle fin',
    'THIRD_PARTY.POLICY': 'Politique de confidentialité du prestataire',
  },
})
