import { bundle } from '../words.ts'

/** Fifteen questions: 1 to 6 in the left column, 7 to 15 in the right one. */
export const faqWords = bundle({
  de: {
    'FAQ.TITLE': 'Häufige Fragen',
    'FAQ.LEAD': 'Ist Ihre nicht dabei? Schreiben Sie uns, ein Mensch antwortet.',
    'FAQ.WRITE': 'Zum Kontakt',
    'FAQ.1': 'Was ist {site}, und was ist gratis?',
    'FAQ.1_BODY':
      'Ein digitaler Kiosk: Zeitschriften und Zeitungen für Browser, Web-App, Handy und Tablet. Alle Magazine lesen Sie online gratis. Magz heißt: ohne Werbung, Magazine auch offline, Zeitungen online. Premium heißt: alles, auch Zeitungen offline und Artikel zum Anhören.',
    'FAQ.2': 'Warum sehe ich Werbung?',
    'FAQ.2_BODY':
      'Sie bezahlt das Gratislesen: Zwischen den Seiten steht ab und zu eine Anzeige. Mit Magz und Premium ist keine da, und auch nicht, solange eine Promo-Aktion läuft.',
    'FAQ.3': 'Die Bestätigungsmail ist nicht gekommen. Was tun?',
    'FAQ.3_BODY':
      'Sehen Sie zuerst im Spam-Ordner nach. Melden Sie sich sonst einfach an: Dann schicken wir den Link noch einmal. Er gilt sieben Tage.',
    'FAQ.4': 'Ich habe mein Passwort vergessen.',
    'FAQ.4_BODY':
      'Drücken Sie bei der Anmeldung auf „Passwort vergessen?“. Der Link in unserer Mail gilt eine Stunde; danach sind Sie überall abgemeldet und melden sich mit dem neuen Passwort an.',
    'FAQ.5': 'Auf wie vielen Geräten kann ich lesen?',
    'FAQ.5_BODY': 'Gratis auf zwei, mit Magz auf drei, mit Premium auf fünf Geräten.',
    'FAQ.6': 'Wie kündige ich?',
    'FAQ.6_BODY':
      'Jederzeit zum Ende des bezahlten Zeitraums von 30 Tagen. Damit sich das Abo nicht verlängert, kündigen Sie spätestens sieben Tage davor – im Konto oder über „Verträge hier kündigen“ am Ende jeder Seite.',
    'FAQ.7': 'Wie kann ich bezahlen?',
    'FAQ.7_BODY':
      'Mit Kreditkarte, in Österreich, Deutschland und Luxemburg auch per SEPA-Lastschrift, oder mit einer digitalen Geldbörse.',
    'FAQ.8': 'Wo finde ich meine Rechnungen?',
    'FAQ.8_BODY': 'In Ihrem Konto unter „Rechnungen“, nach Jahren geordnet und als PDF zum Herunterladen.',
    'FAQ.9': 'Wie löse ich einen Promo-Code ein?',
    'FAQ.9_BODY':
      'Angemeldet, in Ihrem Profil unter „Promo-Code“. Ab da lesen Sie ohne Werbung, bis die Aktion endet; das Datum steht dort.',
    'FAQ.10': 'Kann ich ohne Internet lesen?',
    'FAQ.10_BODY': 'Mit Magz laden Sie Magazine auf Ihr Gerät, mit Premium auch Zeitungen. Gratis wird online gelesen.',
    'FAQ.11': 'In welchen Ländern ist der Kiosk offen?',
    'FAQ.11_BODY':
      'In Österreich, Deutschland, der Schweiz und Luxemburg. Ein paar Titel dürfen nicht in jedem Land gezeigt werden.',
    'FAQ.12': 'Welche Apps gibt es?',
    'FAQ.12_BODY':
      'Den Kiosk gibt es im Browser, als Web-App, die Sie auf den Startbildschirm legen, und als App für Handy und Tablet. Ihr Konto gilt überall.',
    'FAQ.13': 'Wie bestelle ich den Newsletter ab?',
    'FAQ.13_BODY':
      'Mit dem Link am Ende jeder Ausgabe oder mit dem Schalter in Ihrem Konto. Weil manche Mail schon unterwegs ist, kann noch bis zu eine Woche lang eine kommen.',
    'FAQ.14': 'Wie lösche ich mein Konto?',
    'FAQ.14_BODY':
      'In Ihrem Konto ganz unten. Es verschwindet mit allen Daten innerhalb weniger Stunden. Solange ein Abo läuft, geht das nicht: Kündigen Sie es zuerst.',
    'FAQ.15': 'Wie erreiche ich Sie?',
    'FAQ.15_BODY':
      'Über das Formular unter „Kontakt“: mit Lob, Ärger, einem Fehler oder dem Wunsch nach einer Zeitschrift, die im Regal fehlt. Ein Mensch antwortet.',
  },
  en: {
    'FAQ.TITLE': 'Frequently asked questions',
    'FAQ.LEAD': 'Yours is missing? Write to us, and a human will answer.',
    'FAQ.WRITE': 'Contact us',
    'FAQ.1': 'What is {site}, and what is free?',
    'FAQ.1_BODY':
      'A digital newsstand: magazines and newspapers for your browser, the web app, phone and tablet. You read every magazine online for free. Magz means no ads, magazines offline too, newspapers online. Premium means everything, with newspapers offline and articles to listen to.',
    'FAQ.2': 'Why do I see ads?',
    'FAQ.2_BODY':
      'They pay for the free reading: now and then there is one between the pages. With Magz and Premium there are none, nor while a promo runs.',
    'FAQ.3': 'The confirmation mail has not come. What can I do?',
    'FAQ.3_BODY':
      'Look in your spam folder first. Otherwise just log in: we then send the link once more. It works for seven days.',
    'FAQ.4': 'I have forgotten my password.',
    'FAQ.4_BODY':
      'Press “Forgot your password?” when logging in. The link in our mail works for an hour; after that you are logged out everywhere and log in with the new password.',
    'FAQ.5': 'On how many devices can I read?',
    'FAQ.5_BODY': 'Two for free, three with Magz, five with Premium.',
    'FAQ.6': 'How do I cancel?',
    'FAQ.6_BODY':
      'At any time, to the end of the 30 days you have paid for. To stop the renewal, cancel at least seven days before that – in your account, or by “Cancel contracts here” at the foot of every page.',
    'FAQ.7': 'How can I pay?',
    'FAQ.7_BODY': 'By credit card; in Austria, Germany and Luxembourg also by SEPA direct debit; or with a digital wallet.',
    'FAQ.8': 'Where are my invoices?',
    'FAQ.8_BODY': 'In your account under “Invoices”, sorted by year, each to download as a PDF.',
    'FAQ.9': 'How do I redeem a promo code?',
    'FAQ.9_BODY':
      'Log in and open “Promo code” in your profile. From then on you read without ads until the promo ends; the date is shown there.',
    'FAQ.10': 'Can I read without internet?',
    'FAQ.10_BODY': 'With Magz you load magazines onto your device, with Premium newspapers too. Free reading is online.',
    'FAQ.11': 'In which countries is the newsstand open?',
    'FAQ.11_BODY': 'In Austria, Germany, Switzerland and Luxembourg. A few titles may not be shown in every country.',
    'FAQ.12': 'Which apps are there?',
    'FAQ.12_BODY':
      'The newsstand runs in your browser, as a web app that you place on your home screen, and as an app for phone and tablet. Your account works in all of them.',
    'FAQ.13': 'How do I unsubscribe from the newsletter?',
    'FAQ.13_BODY':
      'By the link at the end of every mail or the switch in your account. As a mail may be on its way already, one can still arrive for up to a week.',
    'FAQ.14': 'How do I delete my account?',
    'FAQ.14_BODY':
      'At the very bottom of your account. It is gone with all its data within hours. While a subscription runs this is not possible: cancel it first.',
    'FAQ.15': 'How can I reach you?',
    'FAQ.15_BODY':
      'By the form under “Contact”: with praise, trouble, a mistake you found, or a magazine you miss on the shelf. A human answers.',
  },
  fr: {
    'FAQ.TITLE': 'Questions fréquentes',
    'FAQ.LEAD': 'La vôtre n’y est pas ? Écrivez-nous, un être humain vous répondra.',
    'FAQ.WRITE': 'Nous écrire',
    'FAQ.1': 'Qu’est-ce que {site}, et qu’est-ce qui est gratuit ?',
    'FAQ.1_BODY':
      'Un kiosque numérique : des magazines et des journaux pour le navigateur, l’application web, le mobile et la tablette. Tous les magazines se lisent gratuitement en ligne. Magz : sans publicité, les magazines aussi hors ligne, les journaux en ligne. Premium : tout, avec les journaux hors ligne et des articles à écouter.',
    'FAQ.2': 'Pourquoi y a-t-il de la publicité ?',
    'FAQ.2_BODY':
      'Elle finance la lecture gratuite : de temps en temps, une annonce se glisse entre les pages. Avec Magz et Premium il n’y en a pas, ni pendant une action promotionnelle.',
    'FAQ.3': 'L’e-mail de confirmation n’est pas arrivé. Que faire ?',
    'FAQ.3_BODY':
      'Regardez d’abord dans vos indésirables. Sinon, connectez-vous simplement : nous renvoyons alors le lien. Il est valable sept jours.',
    'FAQ.4': 'J’ai oublié mon mot de passe.',
    'FAQ.4_BODY':
      'À la connexion, appuyez sur « Mot de passe oublié ? ». Le lien de notre e-mail est valable une heure ; ensuite, vous êtes déconnecté partout et vous vous connectez avec le nouveau mot de passe.',
    'FAQ.5': 'Sur combien d’appareils puis-je lire ?',
    'FAQ.5_BODY': 'Deux gratuitement, trois avec Magz, cinq avec Premium.',
    'FAQ.6': 'Comment résilier ?',
    'FAQ.6_BODY':
      'À tout moment, pour la fin des 30 jours payés. Pour éviter la reconduction, résiliez au moins sept jours avant – dans votre compte ou par « Résilier un contrat ici » en bas de chaque page.',
    'FAQ.7': 'Comment payer ?',
    'FAQ.7_BODY':
      'Par carte de crédit ; en Autriche, en Allemagne et au Luxembourg aussi par prélèvement SEPA ; ou avec un portefeuille numérique.',
    'FAQ.8': 'Où se trouvent mes factures ?',
    'FAQ.8_BODY': 'Dans votre compte sous « Factures », classées par année, à télécharger en PDF.',
    'FAQ.9': 'Comment utiliser un code promo ?',
    'FAQ.9_BODY':
      'Connectez-vous et ouvrez « Code promo » dans votre profil. Vous lisez alors sans publicité jusqu’à la fin de l’action ; la date y est indiquée.',
    'FAQ.10': 'Peut-on lire sans internet ?',
    'FAQ.10_BODY':
      'Avec Magz, vous chargez les magazines sur votre appareil, avec Premium aussi les journaux. La lecture gratuite se fait en ligne.',
    'FAQ.11': 'Dans quels pays le kiosque est-il ouvert ?',
    'FAQ.11_BODY': 'En Autriche, en Allemagne, en Suisse et au Luxembourg. Quelques titres ne peuvent pas être montrés partout.',
    'FAQ.12': 'Quelles applications y a-t-il ?',
    'FAQ.12_BODY':
      'Le kiosque s’ouvre dans le navigateur, en application web à poser sur l’écran d’accueil, et en application pour mobile et tablette. Votre compte est valable partout.',
    'FAQ.13': 'Comment me désabonner de la lettre d’information ?',
    'FAQ.13_BODY':
      'Par le lien à la fin de chaque envoi ou par l’interrupteur de votre compte. Un envoi étant peut-être déjà en route, il peut encore en arriver pendant une semaine.',
    'FAQ.14': 'Comment supprimer mon compte ?',
    'FAQ.14_BODY':
      'Tout en bas de votre compte. Il disparaît avec toutes ses données en quelques heures. Tant qu’un abonnement court, ce n’est pas possible : résiliez-le d’abord.',
    'FAQ.15': 'Comment vous joindre ?',
    'FAQ.15_BODY':
      'Par le formulaire sous « Contact » : pour un compliment, un souci, une erreur ou un magazine qui manque au rayon. Un être humain vous répond.',
  },
})
