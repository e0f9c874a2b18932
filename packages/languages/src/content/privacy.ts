import type { InLanguages } from './document.ts'

export const privacy: InLanguages = {
  de: {
    title: 'Datenschutz',
    edition: 'Fassung vom 1. November 2026',
    sections: [
      [
        'Das Wichtigste in vier Sätzen',
        'Wir speichern, was der Kiosk braucht, um zu funktionieren. Wir verkaufen keine Daten. Diese Website lädt nichts von fremden Servern, solange Sie es nicht erlauben. Sie können jederzeit fragen, was wir über Sie wissen, und es löschen lassen.',
      ],
      [
        'Wer verantwortlich ist',
        'Verantwortlich ist der Medieninhaber, der im Impressum steht. Für Fragen zum Datenschutz genügt eine E-Mail an die dort genannte Adresse.',
      ],
      [
        'Wenn Sie nur stöbern',
        'Bei jedem Aufruf fallen Adresse, Zeitpunkt, aufgerufene Seite und Browserkennung an. Wir brauchen sie, um die Seite auszuliefern, Angriffe abzuwehren und Ihr Land zu erkennen, denn Angebot und Preise hängen davon ab. Rechtsgrundlage ist unser berechtigtes Interesse (Art. 6 Abs. 1 lit. f DSGVO). Protokolle werden nach 14 Tagen gelöscht.',
      ],
      [
        'Cookies',
        'Notwendig und immer an: „language“ (Sprache), „theme“ (Darstellung), „consent“, „consent_social“ und, wo es Anzeigen anderer gibt, „consent_ads“ (Ihre Cookie-Auswahl). Sie halten ein Jahr. Mit Ihrem Konto kommen später die Anmeldung und eine Gerätekennung dazu.',
        'Soziale Netzwerke: Nur wenn Sie zustimmen, laden wir die Anmeldung über Netzwerke und Gerätehersteller. Ihre Auswahl ändern Sie jederzeit unter „Cookie-Einstellungen“ am Ende jeder Seite.',
      ],
      [
        'Lesen und Empfehlungen',
        'Wir zählen, welche Ausgaben und Seiten aufgeschlagen werden, um mit den Verlagen abzurechnen und Empfehlungen zu bilden. Ohne Konto geschieht das ohne Bezug zu Ihrer Person.',
      ],
      [
        'Werbung',
        'Gratis-Leser sehen Anzeigen unseres Hauses zwischen den Seiten. Sie werden von uns ausgeliefert und richten sich nicht nach Ihrem Verhalten.',
      ],
      [
        'Hinweise auf neue Ausgaben',
        'Nur wenn Sie es einschalten, meldet sich Ihr Browser bei neuen Ausgaben Ihrer Magazine. Dazu speichern wir die Adresse, die er uns dafür gibt. Der Hinweis geht über den Dienst des Browserherstellers und ist so verschlüsselt, dass nur Ihr Browser ihn lesen kann. Beim Ausschalten und beim Abmelden löschen wir die Adresse. Rechtsgrundlage ist Ihre Einwilligung (Art. 6 Abs. 1 lit. a DSGVO).',
      ],
      [
        'Empfänger',
        'Wer uns beim Betrieb hilft, steht auf der Seite „Drittanbieter“. Alle sind vertraglich gebunden und arbeiten nur nach unserer Weisung.',
      ],
      [
        'Ihre Rechte',
        'Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und Widerspruch: Eine Nachricht genügt. Beschweren können Sie sich bei der Datenschutzbehörde Ihres Landes.',
      ],
    ],
  },
  en: {
    title: 'Privacy',
    edition: 'Edition of 1 November 2026',
    sections: [
      [
        'The essentials in four sentences',
        'We store what the newsstand needs to work. We sell no data. This website loads nothing from other servers unless you allow it. You can ask at any time what we know about you, and have it erased.',
      ],
      [
        'Who is responsible',
        'The owner named in the legal notice. For questions about privacy, an email to the address given there is enough.',
      ],
      [
        'When you only browse',
        'Every request carries an address, a time, the page asked for and the name of your browser. We need them to deliver the page, to ward off attacks, and to recognise your country, because range and prices depend on it. The legal basis is our legitimate interest (Art. 6(1)(f) GDPR). Logs are erased after 14 days.',
      ],
      [
        'Cookies',
        'Necessary and always on: “language”, “theme” (appearance), “consent”, “consent_social” and, where others advertise, “consent_ads” (your cookie choice). They last a year. With an account, your login and a device number will join them.',
        'Social networks: only with your consent do we load sign-in through networks and device makers. You can change your choice at any time by “Cookie settings” at the foot of every page.',
      ],
      [
        'Reading and recommendations',
        'We count which issues and pages are opened, in order to settle with publishers and to form recommendations. Without an account this has no connection to your person.',
      ],
      [
        'Advertising',
        'Free readers see advertisements of our own house between pages. We deliver them ourselves, and they do not depend on your behaviour.',
      ],
      [
        'Notifications of new issues',
        'Only if you switch it on does your browser tell you of new issues of your magazines. For this we store the address that it gives us. The message travels through the service of the maker of your browser, encrypted so that your browser alone can read it. When you switch it off or log out, we erase the address. The legal basis is your consent (Art. 6(1)(a) GDPR).',
      ],
      [
        'Recipients',
        'Those who help us run the newsstand are listed on the page “Third parties”. All are bound by contract and act only on our instructions.',
      ],
      [
        'Your rights',
        'Access, rectification, erasure, restriction, portability and objection: one message is enough. You may complain to the data protection authority of your country.',
      ],
    ],
  },
  fr: {
    title: 'Protection des données',
    edition: 'Version du 1er novembre 2026',
    sections: [
      [
        'L’essentiel en quatre phrases',
        'Nous enregistrons ce dont le kiosque a besoin pour fonctionner. Nous ne vendons pas de données. Ce site ne charge rien depuis d’autres serveurs sans votre accord. Vous pouvez demander à tout moment ce que nous savons de vous, et le faire effacer.',
      ],
      [
        'Qui est responsable',
        'Le propriétaire nommé dans les mentions légales. Pour toute question, un e-mail à l’adresse qui y figure suffit.',
      ],
      [
        'Quand vous parcourez simplement le site',
        'Chaque demande comporte une adresse, une heure, la page demandée et le nom du navigateur. Il nous les faut pour livrer la page, repousser les attaques et reconnaître votre pays, dont dépendent l’offre et les prix. La base juridique est notre intérêt légitime (art. 6, par. 1, point f, RGPD). Les journaux sont effacés après 14 jours.',
      ],
      [
        'Cookies',
        'Nécessaires et toujours actifs : « language » (langue), « theme » (apparence), « consent », « consent_social » et, si d’autres font de la publicité, « consent_ads » (votre choix). Ils durent un an. Avec un compte s’y ajouteront votre connexion et un numéro d’appareil.',
        'Réseaux sociaux : nous ne chargeons la connexion par les réseaux et les fabricants d’appareils qu’avec votre accord. Vous changez votre choix à tout moment sous « Réglages des cookies », en bas de chaque page.',
      ],
      [
        'Lecture et recommandations',
        'Nous comptons les numéros et les pages ouverts, pour le décompte avec les éditeurs et pour les recommandations. Sans compte, cela se fait sans lien avec votre personne.',
      ],
      [
        'Publicité',
        'La lecture gratuite montre, entre les pages, des annonces de notre maison. Nous les livrons nous-mêmes, et elles ne dépendent pas de votre comportement.',
      ],
      [
        'Notifications de nouveaux numéros',
        'Votre navigateur ne signale les nouveaux numéros de vos magazines que si vous l’activez. Nous enregistrons pour cela l’adresse qu’il nous donne. Le message passe par le service de l’éditeur de votre navigateur, chiffré de sorte que seul votre navigateur puisse le lire. Quand vous le désactivez ou vous déconnectez, nous effaçons cette adresse. La base juridique est votre consentement (art. 6, par. 1, point a, RGPD).',
      ],
      [
        'Destinataires',
        'Ceux qui nous aident à tenir le kiosque figurent sous « Prestataires tiers ». Tous sont liés par contrat et n’agissent que sur nos instructions.',
      ],
      [
        'Vos droits',
        'Accès, rectification, effacement, limitation, portabilité et opposition : un message suffit. Vous pouvez saisir l’autorité de protection des données de votre pays.',
      ],
    ],
  },
}
