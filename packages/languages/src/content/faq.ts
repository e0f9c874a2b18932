import { bundle } from '../words.ts'

/** Fifteen questions: 1 to 6 in the left column, 7 to 15 in the right one. */
export const faqWords = bundle({
  de: {
    'FAQ.TITLE': 'Häufige Fragen',
    'FAQ.LEAD': 'Ist Ihre nicht dabei? Schreiben Sie uns, ein Mensch antwortet.',
    'FAQ.WRITE': 'Zum Kontakt',
    'FAQ.1': 'Was ist {site}?',
    'FAQ.1_BODY':
      'Ein digitaler Kiosk: Zeitschriften und Zeitungen, die Sie im Browser, in der Web-App oder in den Apps für Handy und Tablet lesen.',
    'FAQ.2': 'Was kostet das Lesen?',
    'FAQ.2_BODY':
      'Zeitschriften lesen Sie online gratis; dafür steht zwischen den Seiten ab und zu eine Anzeige. Ohne Werbung, mit Zeitungen und offline lesen Sie in den Abos Magz und Premium.',
    'FAQ.3': 'Brauche ich ein Konto?',
    'FAQ.3_BODY':
      'Zum Stöbern und für die ersten Seiten jeder Zeitschrift nicht. Mit einem kostenlosen Konto lesen Sie bis zur letzten Seite. Die Anmeldung öffnet in Kürze.',
    'FAQ.4': 'Was ist der Unterschied zwischen Magz und Premium?',
    'FAQ.4_BODY':
      'Magz: alle Magazine online und offline, Zeitungen online, drei Geräte. Premium: alles davon, dazu Zeitungen offline, Artikel zum Anhören und fünf Geräte. Beide sind werbefrei.',
    'FAQ.5': 'Auf wie vielen Geräten kann ich lesen?',
    'FAQ.5_BODY': 'Gratis auf zwei, mit Magz auf drei, mit Premium auf fünf Geräten.',
    'FAQ.6': 'Wie kündige ich?',
    'FAQ.6_BODY':
      'Jederzeit zum Ende des bezahlten Zeitraums von 30 Tagen. Damit sich das Abo nicht verlängert, kündigen Sie spätestens sieben Tage davor – im Konto oder über „Verträge hier kündigen“ am Ende jeder Seite.',
    'FAQ.7': 'Wie kann ich bezahlen?',
    'FAQ.7_BODY':
      'Mit Kreditkarte, in Österreich, Deutschland und Luxemburg auch per SEPA-Lastschrift, oder mit einer digitalen Geldbörse. Das Bestellen öffnet in Kürze; bis dahin wird nichts verrechnet.',
    'FAQ.8': 'Welche Titel gibt es?',
    'FAQ.8_BODY': 'Alle, die im Regal stehen: Unter „Magazine“ sehen Sie das ganze Angebot, nach Thema und Abo geordnet.',
    'FAQ.9': 'Wie finde ich einen Artikel wieder?',
    'FAQ.9_BODY':
      'Geben Sie ein Wort in die Suche ein. Gefunden werden Titel und jede Seite, auf der das Wort steht; ein Klick schlägt sie auf.',
    'FAQ.10': 'Kann ich ohne Internet lesen?',
    'FAQ.10_BODY': 'Mit Magz laden Sie Magazine auf Ihr Gerät, mit Premium auch Zeitungen. Gratis wird online gelesen.',
    'FAQ.11': 'In welchen Ländern ist der Kiosk offen?',
    'FAQ.11_BODY':
      'In Österreich, Deutschland, der Schweiz und Luxemburg. Ein paar Titel dürfen nicht in jedem Land gezeigt werden.',
    'FAQ.12': 'Die Verbindung wird abgelehnt. Was tun?',
    'FAQ.12_BODY':
      'Meist steckt ein VPN oder ein Firmennetz dahinter, das ein anderes Land vortäuscht. Schalten Sie es aus und laden Sie die Seite neu.',
    'FAQ.13': 'Gibt es ältere Ausgaben?',
    'FAQ.13_BODY': 'Ja. Auf der Seite jeder Ausgabe finden Sie frühere Hefte desselben Titels, solange der Verlag sie freigibt.',
    'FAQ.14': 'Was passiert mit meinen Daten?',
    'FAQ.14_BODY':
      'Wir speichern, was der Kiosk zum Funktionieren braucht, und sonst nichts ohne Ihre Zustimmung. Genaues steht im Datenschutz.',
    'FAQ.15': 'Kann ich meine Lieblingszeitschrift vorschlagen?',
    'FAQ.15_BODY': 'Sehr gern. Schreiben Sie uns über „Kontakt“, und wir fragen beim Verlag nach.',
  },
  en: {
    'FAQ.TITLE': 'Frequently asked questions',
    'FAQ.LEAD': 'Yours is missing? Write to us, and a human will answer.',
    'FAQ.WRITE': 'Contact us',
    'FAQ.1': 'What is {site}?',
    'FAQ.1_BODY':
      'A digital newsstand: magazines and newspapers to read in your browser, in the web app, or in the apps for phone and tablet.',
    'FAQ.2': 'What does reading cost?',
    'FAQ.2_BODY':
      'Magazines are free to read online; in return there is an ad between pages now and then. The subscriptions Magz and Premium give you no ads, newspapers and offline reading.',
    'FAQ.3': 'Do I need an account?',
    'FAQ.3_BODY':
      'Not for browsing, nor for the first pages of any magazine. A free account takes you to the last page. Logging in opens shortly.',
    'FAQ.4': 'What is the difference between Magz and Premium?',
    'FAQ.4_BODY':
      'Magz: all magazines online and offline, newspapers online, three devices. Premium: all of that, plus newspapers offline, articles to listen to, and five devices. Neither has ads.',
    'FAQ.5': 'On how many devices can I read?',
    'FAQ.5_BODY': 'Two for free, three with Magz, five with Premium.',
    'FAQ.6': 'How do I cancel?',
    'FAQ.6_BODY':
      'At any time, to the end of the 30 days you have paid for. To stop the renewal, cancel at least seven days before that – in your account, or by “Cancel contracts here” at the foot of every page.',
    'FAQ.7': 'How can I pay?',
    'FAQ.7_BODY':
      'By credit card; in Austria, Germany and Luxembourg also by SEPA direct debit; or with a digital wallet. Ordering opens shortly; until then nothing is charged.',
    'FAQ.8': 'Which titles are there?',
    'FAQ.8_BODY': 'Everything on the shelf: “Magazines” shows the whole range by subject and subscription.',
    'FAQ.9': 'How do I find an article again?',
    'FAQ.9_BODY': 'Type a word into the search. It finds titles and every page the word is printed on; one click opens the page.',
    'FAQ.10': 'Can I read without internet?',
    'FAQ.10_BODY': 'With Magz you load magazines onto your device, with Premium newspapers too. Free reading is online.',
    'FAQ.11': 'In which countries is the newsstand open?',
    'FAQ.11_BODY': 'In Austria, Germany, Switzerland and Luxembourg. A few titles may not be shown in every country.',
    'FAQ.12': 'The connection is refused. What can I do?',
    'FAQ.12_BODY': 'Usually a VPN or a company network pretends to be in another country. Turn it off and reload the page.',
    'FAQ.13': 'Are there older issues?',
    'FAQ.13_BODY': 'Yes. The page of each issue lists earlier ones of the same title, as long as the publisher allows it.',
    'FAQ.14': 'What happens to my data?',
    'FAQ.14_BODY':
      'We store what the newsstand needs to work, and nothing else without your consent. The privacy policy has the details.',
    'FAQ.15': 'Can I suggest my favourite magazine?',
    'FAQ.15_BODY': 'Please do. Write to us by “Contact”, and we will ask the publisher.',
  },
  fr: {
    'FAQ.TITLE': 'Questions fréquentes',
    'FAQ.LEAD': 'La vôtre n’y est pas ? Écrivez-nous, un être humain vous répondra.',
    'FAQ.WRITE': 'Nous écrire',
    'FAQ.1': 'Qu’est-ce que {site} ?',
    'FAQ.1_BODY':
      'Un kiosque numérique : des magazines et des journaux à lire dans le navigateur, dans l’application web ou sur mobile et tablette.',
    'FAQ.2': 'Combien coûte la lecture ?',
    'FAQ.2_BODY':
      'Les magazines se lisent gratuitement en ligne ; en échange, une annonce apparaît parfois entre les pages. Les abonnements Magz et Premium offrent la lecture sans publicité, les journaux et le hors-ligne.',
    'FAQ.3': 'Faut-il un compte ?',
    'FAQ.3_BODY':
      'Ni pour parcourir les rayons, ni pour les premières pages de chaque magazine. Un compte gratuit mène jusqu’à la dernière page. Les comptes ouvrent prochainement.',
    'FAQ.4': 'Quelle est la différence entre Magz et Premium ?',
    'FAQ.4_BODY':
      'Magz : tous les magazines en ligne et hors ligne, les journaux en ligne, trois appareils. Premium : tout cela, plus les journaux hors ligne, des articles à écouter et cinq appareils. Les deux sont sans publicité.',
    'FAQ.5': 'Sur combien d’appareils puis-je lire ?',
    'FAQ.5_BODY': 'Deux gratuitement, trois avec Magz, cinq avec Premium.',
    'FAQ.6': 'Comment résilier ?',
    'FAQ.6_BODY':
      'À tout moment, pour la fin des 30 jours payés. Pour éviter la reconduction, résiliez au moins sept jours avant – dans votre compte ou par « Résilier un contrat ici » en bas de chaque page.',
    'FAQ.7': 'Comment payer ?',
    'FAQ.7_BODY':
      'Par carte de crédit ; en Autriche, en Allemagne et au Luxembourg aussi par prélèvement SEPA ; ou avec un portefeuille numérique. Les commandes ouvrent prochainement ; d’ici là, rien n’est facturé.',
    'FAQ.8': 'Quels titres trouve-t-on ?',
    'FAQ.8_BODY': 'Tout ce qui est en rayon : « Magazines » montre l’offre entière, par thème et par abonnement.',
    'FAQ.9': 'Comment retrouver un article ?',
    'FAQ.9_BODY':
      'Tapez un mot dans la recherche. Elle trouve les titres et chaque page où ce mot est imprimé ; un clic l’ouvre.',
    'FAQ.10': 'Peut-on lire sans internet ?',
    'FAQ.10_BODY':
      'Avec Magz, vous chargez les magazines sur votre appareil, avec Premium aussi les journaux. La lecture gratuite se fait en ligne.',
    'FAQ.11': 'Dans quels pays le kiosque est-il ouvert ?',
    'FAQ.11_BODY': 'En Autriche, en Allemagne, en Suisse et au Luxembourg. Quelques titres ne peuvent pas être montrés partout.',
    'FAQ.12': 'La connexion est refusée. Que faire ?',
    'FAQ.12_BODY': 'Le plus souvent, un VPN ou un réseau d’entreprise simule un autre pays. Désactivez-le et rechargez la page.',
    'FAQ.13': 'Y a-t-il d’anciens numéros ?',
    'FAQ.13_BODY': 'Oui. La page de chaque numéro propose les précédents du même titre, tant que l’éditeur le permet.',
    'FAQ.14': 'Que deviennent mes données ?',
    'FAQ.14_BODY':
      'Nous enregistrons ce dont le kiosque a besoin, et rien d’autre sans votre accord. Les détails figurent sous « Protection des données ».',
    'FAQ.15': 'Puis-je proposer mon magazine préféré ?',
    'FAQ.15_BODY': 'Avec plaisir. Écrivez-nous, et nous poserons la question à l’éditeur.',
  },
})
