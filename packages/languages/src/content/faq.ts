import type { InLanguages } from './document.ts'

/** Fifteen questions: the first six stand in the left column, the others in the right one. */
export const faq: InLanguages = {
  de: {
    title: 'Häufige Fragen',
    edition: 'Ist Ihre nicht dabei? Schreiben Sie uns, ein Mensch antwortet.',
    sections: [
      [
        'Was ist {site}, und was ist gratis?',
        'Ein digitaler Kiosk: Zeitschriften und Zeitungen für Browser, Web-App, Handy und Tablet. Alle Magazine lesen Sie online gratis. Magz heißt: ohne Werbung, Magazine auch offline, Zeitungen online. Premium heißt: alles, auch Zeitungen offline und Artikel zum Anhören.',
      ],
      [
        'Warum sehe ich Werbung?',
        'Sie bezahlt das Gratislesen: Zwischen den Seiten steht ab und zu eine Anzeige. Mit Magz und Premium ist keine da, und auch nicht, solange eine Promo-Aktion läuft.',
      ],
      [
        'Die Bestätigungsmail ist nicht gekommen. Was tun?',
        'Sehen Sie zuerst im Spam-Ordner nach. Melden Sie sich sonst einfach an: Dann schicken wir den Link noch einmal. Er gilt sieben Tage.',
      ],
      [
        'Ich habe mein Passwort vergessen.',
        'Drücken Sie bei der Anmeldung auf „Passwort vergessen?“. Der Link in unserer Mail gilt eine Stunde; danach sind Sie überall abgemeldet und melden sich mit dem neuen Passwort an.',
      ],
      [
        'Auf wie vielen Geräten kann ich lesen?',
        'Gratis auf zwei, mit Magz auf drei, mit Premium auf fünf Geräten. Gezählt wird, worauf Sie in den letzten 30 Tagen eine Ausgabe geöffnet haben.',
        'Ein Gerät, das Sie nicht mehr brauchen, entfernen Sie in der [Geräteliste](/user/device). Sein Platz ist sofort frei.',
      ],
      [
        'Wie kündige ich, und wann kann ich widerrufen?',
        'Kündigen können Sie jederzeit zum Ende des bezahlten Zeitraums von 30 Tagen. Damit sich das Abo nicht verlängert, kündigen Sie spätestens sieben Tage davor: im Konto oder, auch ohne Anmeldung, über [Verträge hier kündigen](/cancel).',
        'Widerrufen können Sie binnen 14 Tagen nach der Bestellung über [Vertrag widerrufen](/withdraw). {withdrawalMeaning} Kündigen können Sie jederzeit.',
      ],
      [
        'Wie bestelle und bezahle ich?',
        'Wählen Sie bei [Abos und Preise](/user/subscription/pub) Magz oder Premium und melden Sie sich an. Vor dem Bestellen sehen Sie, was heute und was danach zu zahlen ist. Bestellt ist erst, wenn Sie den Knopf dafür drücken; die Rechnung liegt dann in Ihrem Konto.',
        'Bezahlt wird mit Kreditkarte, in Österreich, Deutschland und Luxemburg auch per SEPA-Lastschrift oder mit einer digitalen Geldbörse.',
      ],
      [
        'Wo finde ich meine Rechnungen?',
        'In Ihrem Konto unter [Rechnungen](/invoice), nach Jahren geordnet und als PDF zum Herunterladen.',
      ],
      [
        'Wie löse ich einen Promo-Code ein?',
        'Angemeldet, in Ihrem Profil unter [Promo-Code](/promocode). Ab da lesen Sie ohne Werbung, bis die Aktion endet; das Datum steht dort.',
      ],
      [
        'Kann ich ohne Internet lesen?',
        'Mit Magz laden Sie Magazine auf Ihr Gerät, mit Premium auch Zeitungen. Gratis wird online gelesen.',
      ],
      [
        'In welchen Ländern ist der Kiosk offen?',
        'In Österreich, Deutschland, der Schweiz und Luxemburg. Ein paar Titel dürfen nicht in jedem Land gezeigt werden.',
      ],
      [
        'Welche Apps gibt es?',
        'Den Kiosk gibt es im Browser, als Web-App, die Sie auf den Startbildschirm legen, und als App für Handy und Tablet. Ihr Konto gilt überall.',
      ],
      [
        'Wie bestelle ich den Newsletter ab?',
        'Zurzeit versenden wir keinen. Haben Sie ihn bestellt, geht es mit dem Schalter in Ihrem Konto, später auch mit dem Link am Ende jeder Mail. Weil manche Mail schon unterwegs ist, kann noch bis zu eine Woche lang eine kommen.',
      ],
      [
        'Wie lösche ich mein Konto?',
        'In Ihrem Konto ganz unten. Es verschwindet mit allen Daten innerhalb weniger Stunden. Solange ein Abo läuft, geht das nicht: Kündigen Sie es zuerst.',
      ],
      [
        'Wie erreiche ich Sie?',
        'Über das Formular unter [Kontakt](/feedback): mit Lob, Ärger, einem Fehler oder dem Wunsch nach einer Zeitschrift, die im Regal fehlt. Ein Mensch antwortet.',
      ],
    ],
  },
  en: {
    title: 'Frequently asked questions',
    edition: 'Yours is missing? Write to us, and a human will answer.',
    sections: [
      [
        'What is {site}, and what is free?',
        'A digital newsstand: magazines and newspapers for your browser, the web app, phone and tablet. You read every magazine online for free. Magz means no ads, magazines offline too, newspapers online. Premium means everything, with newspapers offline and articles to listen to.',
      ],
      [
        'Why do I see ads?',
        'They pay for the free reading: now and then there is one between the pages. With Magz and Premium there are none, nor while a promo runs.',
      ],
      [
        'The confirmation mail has not come. What can I do?',
        'Look in your spam folder first. Otherwise just log in: we then send the link once more. It works for seven days.',
      ],
      [
        'I have forgotten my password.',
        'Press “Forgot your password?” when logging in. The link in our mail works for an hour; after that you are logged out everywhere and log in with the new password.',
      ],
      [
        'On how many devices can I read?',
        'Two for free, three with Magz, five with Premium. What counts is where you opened an issue within the last 30 days.',
        'Remove a device that you no longer need from the [list of devices](/user/device). Its place is free at once.',
      ],
      [
        'How do I cancel, and when can I withdraw?',
        'You can cancel at any time, to the end of the 30 days you have paid for. To stop the renewal, cancel at least seven days before that: in your account or, without logging in, by [Cancel contracts here](/cancel).',
        'You can withdraw within 14 days of your order, by [Withdraw from a contract](/withdraw). {withdrawalMeaning} You can cancel at any time.',
      ],
      [
        'How do I order and pay?',
        'Choose Magz or Premium under [Subscriptions and prices](/user/subscription/pub) and log in. Before you order you see what is due today and what comes after. Nothing is ordered until you press the button for it; the invoice is then in your account.',
        'You pay by credit card; in Austria, Germany and Luxembourg also by SEPA direct debit or with a digital wallet.',
      ],
      ['Where are my invoices?', 'In your account under [Invoices](/invoice), sorted by year, each to download as a PDF.'],
      [
        'How do I redeem a promo code?',
        'Log in and open [Promo code](/promocode) in your profile. From then on you read without ads until the promo ends; the date is shown there.',
      ],
      [
        'Can I read without internet?',
        'With Magz you load magazines onto your device, with Premium newspapers too. Free reading is online.',
      ],
      [
        'In which countries is the newsstand open?',
        'In Austria, Germany, Switzerland and Luxembourg. A few titles may not be shown in every country.',
      ],
      [
        'Which apps are there?',
        'The newsstand runs in your browser, as a web app that you place on your home screen, and as an app for phone and tablet. Your account works in all of them.',
      ],
      [
        'How do I unsubscribe from the newsletter?',
        'We send none at present. If you ordered it, use the switch in your account, later also the link at the end of every mail. As a mail may be on its way already, one can still arrive for up to a week.',
      ],
      [
        'How do I delete my account?',
        'At the very bottom of your account. It is gone with all its data within hours. While a subscription runs this is not possible: cancel it first.',
      ],
      [
        'How can I reach you?',
        'By the form under [Contact](/feedback): with praise, trouble, a mistake you found, or a magazine you miss on the shelf. A human answers.',
      ],
    ],
  },
  fr: {
    title: 'Questions fréquentes',
    edition: 'La vôtre n’y est pas ? Écrivez-nous, un être humain vous répondra.',
    sections: [
      [
        'Qu’est-ce que {site}, et qu’est-ce qui est gratuit ?',
        'Un kiosque numérique : des magazines et des journaux pour le navigateur, l’application web, le mobile et la tablette. Tous les magazines se lisent gratuitement en ligne. Magz : sans publicité, les magazines aussi hors ligne, les journaux en ligne. Premium : tout, avec les journaux hors ligne et des articles à écouter.',
      ],
      [
        'Pourquoi y a-t-il de la publicité ?',
        'Elle finance la lecture gratuite : de temps en temps, une annonce se glisse entre les pages. Avec Magz et Premium il n’y en a pas, ni pendant une action promotionnelle.',
      ],
      [
        'L’e-mail de confirmation n’est pas arrivé. Que faire ?',
        'Regardez d’abord dans vos indésirables. Sinon, connectez-vous simplement : nous renvoyons alors le lien. Il est valable sept jours.',
      ],
      [
        'J’ai oublié mon mot de passe.',
        'À la connexion, appuyez sur « Mot de passe oublié ? ». Le lien de notre e-mail est valable une heure ; ensuite, vous êtes déconnecté partout et vous vous connectez avec le nouveau mot de passe.',
      ],
      [
        'Sur combien d’appareils puis-je lire ?',
        'Deux gratuitement, trois avec Magz, cinq avec Premium. Seuls comptent les appareils sur lesquels vous avez ouvert un numéro ces 30 derniers jours.',
        'Un appareil dont vous n’avez plus besoin se retire dans la [liste des appareils](/user/device). Sa place est libre aussitôt.',
      ],
      [
        'Comment résilier, et quand puis-je me rétracter ?',
        'Vous pouvez résilier à tout moment, pour la fin des 30 jours payés. Pour éviter la reconduction, résiliez au moins sept jours avant : dans votre compte ou, sans connexion, par [Résilier un contrat ici](/cancel).',
        'Vous pouvez vous rétracter dans les 14 jours suivant la commande, par [Se rétracter d’un contrat](/withdraw). {withdrawalMeaning} La résiliation est possible à tout moment.',
      ],
      [
        'Comment commander et payer ?',
        'Choisissez Magz ou Premium sous [Abonnements et prix](/user/subscription/pub) et connectez-vous. Avant de commander, vous voyez ce qui est dû aujourd’hui et ce qui suivra. Rien n’est commandé tant que vous n’avez pas appuyé sur le bouton ; la facture se trouve ensuite dans votre compte.',
        'Le paiement se fait par carte de crédit ; en Autriche, en Allemagne et au Luxembourg aussi par prélèvement SEPA ou avec un portefeuille numérique.',
      ],
      ['Où se trouvent mes factures ?', 'Dans votre compte sous [Factures](/invoice), classées par année, à télécharger en PDF.'],
      [
        'Comment utiliser un code promo ?',
        'Connectez-vous et ouvrez [Code promo](/promocode) dans votre profil. Vous lisez alors sans publicité jusqu’à la fin de l’action ; la date y est indiquée.',
      ],
      [
        'Peut-on lire sans internet ?',
        'Avec Magz, vous chargez les magazines sur votre appareil, avec Premium aussi les journaux. La lecture gratuite se fait en ligne.',
      ],
      [
        'Dans quels pays le kiosque est-il ouvert ?',
        'En Autriche, en Allemagne, en Suisse et au Luxembourg. Quelques titres ne peuvent pas être montrés partout.',
      ],
      [
        'Quelles applications y a-t-il ?',
        'Le kiosque s’ouvre dans le navigateur, en application web à poser sur l’écran d’accueil, et en application pour mobile et tablette. Votre compte est valable partout.',
      ],
      [
        'Comment me désabonner de la lettre d’information ?',
        'Nous n’en envoyons pas pour le moment. Si vous l’avez commandée, utilisez l’interrupteur de votre compte, plus tard aussi le lien à la fin de chaque envoi. Un envoi étant peut-être déjà en route, il peut encore en arriver pendant une semaine.',
      ],
      [
        'Comment supprimer mon compte ?',
        'Tout en bas de votre compte. Il disparaît avec toutes ses données en quelques heures. Tant qu’un abonnement court, ce n’est pas possible : résiliez-le d’abord.',
      ],
      [
        'Comment vous joindre ?',
        'Par le formulaire sous [Contact](/feedback) : pour un compliment, un souci, une erreur ou un magazine qui manque au rayon. Un être humain vous répond.',
      ],
    ],
  },
}
