// Generated from docs/data-register.yaml by `npm run register`: change that file.
import type { ShownRegister } from './shown-register.ts'

export const dataRegister: ShownRegister = {
  bases: {
    contract: {
      de: 'Vertrag (Art. 6 Abs. 1 lit. b DSGVO)',
      en: 'contract (Art. 6(1)(b) GDPR)',
      fr: 'contrat (art. 6, par. 1, point b, RGPD)',
    },
    consent: {
      de: 'Ihre Einwilligung (Art. 6 Abs. 1 lit. a DSGVO)',
      en: 'your consent (Art. 6(1)(a) GDPR)',
      fr: 'votre consentement (art. 6, par. 1, point a, RGPD)',
    },
    law: {
      de: 'gesetzliche Pflicht (Art. 6 Abs. 1 lit. c DSGVO)',
      en: 'legal obligation (Art. 6(1)(c) GDPR)',
      fr: 'obligation légale (art. 6, par. 1, point c, RGPD)',
    },
    interest: {
      de: 'berechtigtes Interesse (Art. 6 Abs. 1 lit. f DSGVO)',
      en: 'legitimate interest (Art. 6(1)(f) GDPR)',
      fr: 'intérêt légitime (art. 6, par. 1, point f, RGPD)',
    },
  },
  recipients: {
    hosting: {
      de: 'Rechenzentrum',
      en: 'hosting provider',
      fr: 'hébergeur',
    },
    mail: {
      de: 'E-Mail-Dienst',
      en: 'email service',
      fr: 'service d’e-mail',
    },
    payments: {
      de: 'Zahlungsdienst',
      en: 'payment provider',
      fr: 'prestataire de paiement',
    },
    identity: {
      de: 'Facebook oder Apple',
      en: 'Facebook or Apple',
      fr: 'Facebook ou Apple',
    },
    push: {
      de: 'Push-Dienst Ihres Browsers',
      en: 'your browser’s push service',
      fr: 'service push de votre navigateur',
    },
    tax: {
      de: 'Steuerberatung und Finanzamt',
      en: 'tax adviser and tax office',
      fr: 'conseil fiscal et administration fiscale',
    },
  },
  uses: {
    account: {
      basis: 'contract',
      recipients: ['hosting', 'mail'],
      purpose: {
        de: 'Ihr Konto: E-Mail-Adresse, Passwort (nur als Hash), Name, Altersgruppe, Geschlecht, Bundesland oder Kanton, Land, Sprache, Einstellungen, Fassung der AGB',
        en: 'Your account: email address, password (as a hash only), name, age group, gender, state or canton, country, language, settings, version of the terms',
        fr: 'Votre compte : adresse e-mail, mot de passe (haché uniquement), nom, tranche d’âge, sexe, Land ou canton, pays, langue, réglages, version des conditions',
      },
      keep: {
        de: 'bis Sie das Konto löschen',
        en: 'until you delete the account',
        fr: 'jusqu’à la suppression du compte',
      },
    },
    unverified: {
      basis: 'contract',
      days: 30,
      recipients: ['hosting', 'mail'],
      purpose: {
        de: 'Registrierungen, deren E-Mail-Adresse noch nicht bestätigt ist',
        en: 'Registrations whose email address has not been confirmed yet',
        fr: 'Inscriptions dont l’adresse e-mail n’est pas encore confirmée',
      },
      keep: {
        de: '{days} Tage',
        en: '{days} days',
        fr: '{days} jours',
      },
    },
    signIn: {
      basis: 'contract',
      recipients: ['hosting'],
      purpose: {
        de: 'Anmeldung: Sitzungen und Geräte (Kennung, Browser und System, Land, letzte Nutzung), Passkeys, zweiter Faktor',
        en: 'Sign-in: sessions and devices (identifier, browser and system, country, last use), passkeys, second factor',
        fr: 'Connexion : sessions et appareils (identifiant, navigateur et système, pays, dernière utilisation), passkeys, second facteur',
      },
      keep: {
        de: 'Sitzungen 24 Stunden oder, wenn Sie angemeldet bleiben, 30 Tage; Geräte und Passkeys, bis Sie sie oder das Konto löschen',
        en: 'sessions for 24 hours or, if you stay signed in, 30 days; devices and passkeys until you delete them or the account',
        fr: 'sessions pendant 24 heures ou, si vous restez connecté, 30 jours ; appareils et passkeys jusqu’à leur suppression ou celle du compte',
      },
    },
    identity: {
      basis: 'consent',
      recipients: ['hosting', 'identity'],
      purpose: {
        de: 'Anmeldung mit Facebook oder Apple: Kennung Ihres dortigen Kontos',
        en: 'Sign-in with Facebook or Apple: the identifier of your account there',
        fr: 'Connexion avec Facebook ou Apple : identifiant de votre compte chez eux',
      },
      keep: {
        de: 'bis Sie das Konto löschen',
        en: 'until you delete the account',
        fr: 'jusqu’à la suppression du compte',
      },
    },
    links: {
      basis: 'contract',
      days: 30,
      recipients: ['hosting', 'mail'],
      purpose: {
        de: 'Links in E-Mails: Bestätigung, neues Passwort, Abmeldung (nur als Hash)',
        en: 'Links in emails: confirmation, new password, unsubscribing (as a hash only)',
        fr: 'Liens dans les e-mails : confirmation, nouveau mot de passe, désinscription (hachés uniquement)',
      },
      keep: {
        de: '{days} Tage nach Ablauf',
        en: '{days} days after they expire',
        fr: '{days} jours après leur expiration',
      },
    },
    addressChanges: {
      basis: 'contract',
      days: 30,
      recipients: ['hosting', 'mail'],
      purpose: {
        de: 'Änderungen Ihrer E-Mail-Adresse, alte und neue',
        en: 'Changes of your email address, old and new',
        fr: 'Changements de votre adresse e-mail, ancienne et nouvelle',
      },
      keep: {
        de: 'unbestätigte {days} Tage, bestätigte bis Sie das Konto löschen',
        en: 'unconfirmed ones for {days} days, confirmed ones until you delete the account',
        fr: 'non confirmés : {days} jours ; confirmés : jusqu’à la suppression du compte',
      },
    },
    security: {
      basis: 'interest',
      days: 365,
      recipients: ['hosting'],
      purpose: {
        de: 'Sicherheit: Anmeldungen, geänderte Zugangsdaten und abgewiesene Versuche mit Land, Gerät und einem Hash des Netzes; Zähler gegen Missbrauch',
        en: 'Security: sign-ins, changed credentials and rejected attempts with country, device and a hash of the network; counters against abuse',
        fr: 'Sécurité : connexions, identifiants modifiés et tentatives rejetées avec pays, appareil et une empreinte du réseau ; compteurs contre les abus',
      },
      keep: {
        de: '{days} Tage; Zähler höchstens 24 Stunden',
        en: '{days} days; counters for 24 hours at most',
        fr: '{days} jours ; compteurs 24 heures au plus',
      },
    },
    attribution: {
      basis: 'interest',
      recipients: ['hosting'],
      purpose: {
        de: 'Herkunft einer Registrierung oder Bestellung: Kampagne und verweisende Seite',
        en: 'Where a registration or order came from: campaign and referring page',
        fr: 'Origine d’une inscription ou d’une commande : campagne et page d’origine',
      },
      keep: {
        de: 'bis Sie das Konto löschen; bei Bestellungen die Namen der Kampagne so lange wie den Vertrag',
        en: 'until you delete the account; for orders, campaign names as long as the contract',
        fr: 'jusqu’à la suppression du compte ; pour les commandes, le nom de la campagne aussi longtemps que le contrat',
      },
    },
    newsletter: {
      basis: 'consent',
      recipients: ['hosting'],
      purpose: {
        de: 'Newsletter: ob und wann Sie eingewilligt haben, mit dem Wortlaut',
        en: 'Newsletter: whether and when you consented, with the wording',
        fr: 'Lettre d’information : si et quand vous avez consenti, avec le texte',
      },
      keep: {
        de: 'bis Sie das Konto löschen',
        en: 'until you delete the account',
        fr: 'jusqu’à la suppression du compte',
      },
    },
    consents: {
      basis: 'law',
      recipients: ['hosting'],
      purpose: {
        de: 'Nachweise: welchen Texten Sie wann zugestimmt haben (AGB, Newsletter, Land)',
        en: 'Evidence: which texts you agreed to and when (terms, newsletter, country)',
        fr: 'Preuves : à quels textes vous avez consenti et quand (conditions, lettre d’information, pays)',
      },
      keep: {
        de: 'bis Sie das Konto löschen',
        en: 'until you delete the account',
        fr: 'jusqu’à la suppression du compte',
      },
    },
    releases: {
      basis: 'consent',
      recipients: ['hosting', 'mail', 'push'],
      purpose: {
        de: 'Hinweise auf neue Ausgaben Ihrer Favoriten, per E-Mail oder Browser: Push-Adresse und Schlüssel, versandte Hinweise',
        en: 'Notices of new issues of your favourites, by email or browser: push address and keys, notices sent',
        fr: 'Avis de nouveaux numéros de vos favoris, par e-mail ou navigateur : adresse et clés push, avis envoyés',
      },
      keep: {
        de: 'bis Sie sie ausschalten oder das Konto löschen; die Push-Adresse auch nur bis zum Abmelden',
        en: 'until you switch them off or delete the account; the push address only until you sign out',
        fr: 'jusqu’à leur désactivation ou la suppression du compte ; l’adresse push seulement jusqu’à la déconnexion',
      },
    },
    reading: {
      basis: 'contract',
      recipients: ['hosting'],
      purpose: {
        de: 'Lesen mit Konto: Lesestelle und Lesezeit je Ausgabe, Verlauf, Lesezeichen und Notizen, Favoriten, Downloads',
        en: 'Reading with an account: place and reading time per issue, history, bookmarks and notes, favourites, downloads',
        fr: 'Lecture avec un compte : page et durée par numéro, historique, signets et notes, favoris, téléchargements',
      },
      keep: {
        de: 'bis Sie den Eintrag oder das Konto löschen; Downloads bis zum Ende ihrer Frist',
        en: 'until you delete the entry or the account; downloads until their term ends',
        fr: 'jusqu’à la suppression de l’entrée ou du compte ; téléchargements jusqu’à la fin de leur durée',
      },
    },
    counting: {
      basis: 'interest',
      days: 90,
      recipients: ['hosting'],
      purpose: {
        de: 'Empfehlungen und Trends: welche Seiten und Artikel gelesen werden, unter einem Hash, der jeden Tag wechselt und mit keinem Konto verbunden ist',
        en: 'Recommendations and trends: which pages and articles are read, under a hash that changes daily and is linked to no account',
        fr: 'Recommandations et tendances : pages et articles lus, sous une empreinte qui change chaque jour et n’est liée à aucun compte',
      },
      keep: {
        de: '{days} Tage',
        en: '{days} days',
        fr: '{days} jours',
      },
    },
    subscription: {
      basis: 'contract',
      recipients: ['hosting', 'payments', 'mail'],
      purpose: {
        de: 'Abonnement: Tarif, Laufzeit, Warenkörbe, unsere Prüfung des Landes, Gutscheine, Promo-Codes, Zahlungsmittel (gekürzt), Zahlungsversuche',
        en: 'Subscription: plan, term, carts, our check of the country, vouchers, promo codes, payment method (shortened), payment attempts',
        fr: 'Abonnement : formule, durée, paniers, notre vérification du pays, bons, codes promo, moyen de paiement (abrégé), tentatives de paiement',
      },
      keep: {
        de: 'bis Sie das Konto löschen; was zu einer Rechnung gehört, ohne Konto so lange wie diese',
        en: 'until you delete the account; whatever belongs to an invoice, without the account, as long as the invoice',
        fr: 'jusqu’à la suppression du compte ; ce qui se rapporte à une facture, sans le compte, aussi longtemps qu’elle',
      },
    },
    checkouts: {
      basis: 'interest',
      days: 400,
      recipients: ['hosting'],
      purpose: {
        de: 'Gescheiterte Zahlungen: Grund und Tarif, ohne Konto',
        en: 'Failed payments: reason and plan, without an account',
        fr: 'Paiements échoués : motif et formule, sans compte',
      },
      keep: {
        de: '{days} Tage',
        en: '{days} days',
        fr: '{days} jours',
      },
    },
    refusedPayments: {
      basis: 'interest',
      days: 395,
      recipients: ['hosting', 'payments'],
      purpose: {
        de: 'Karten und Konten, deren erste Lastschrift fehlschlug oder deren Zahlung zurückgeholt wurde: Kennung des Zahlungsdienstes, ohne Nummer und ohne Konto',
        en: 'Cards and accounts whose first debit failed or whose payment was taken back: identifier from the payment provider, without the number and without an account',
        fr: 'Cartes et comptes dont le premier prélèvement a échoué ou dont le paiement a été repris : identifiant du prestataire de paiement, sans numéro ni compte',
      },
      keep: {
        de: 'bis zu {days} Tage',
        en: 'up to {days} days',
        fr: 'jusqu’à {days} jours',
      },
    },
    voucherTraces: {
      basis: 'interest',
      days: 730,
      recipients: ['hosting'],
      purpose: {
        de: 'Eingelöste Gutscheine und Angebote gelöschter Konten: ein Hash mit geheimem Schlüssel aus Angebot und E-Mail-Adresse oder Zahlungsmittel, ohne Namen und Adresse, damit es Angebote für neue Leserinnen und Leser nur einmal gibt',
        en: 'Redeemed vouchers and offers of deleted accounts: a hash with a secret key of the offer and the email address or payment method, without name or address, so that offers for new readers are given once',
        fr: 'Bons et offres utilisés par des comptes supprimés : un hachage à clé secrète de l’offre et de l’adresse e-mail ou du moyen de paiement, sans nom ni adresse, pour que les offres réservées aux nouveaux lecteurs ne servent qu’une fois',
      },
      keep: {
        de: '{days} Tage nach der Löschung des Kontos',
        en: '{days} days after the account was deleted',
        fr: '{days} jours après la suppression du compte',
      },
    },
    providerEvents: {
      basis: 'contract',
      days: 90,
      recipients: ['hosting', 'payments'],
      purpose: {
        de: 'Meldungen der Zahlungsdienste',
        en: 'Notifications from payment providers',
        fr: 'Notifications des prestataires de paiement',
      },
      keep: {
        de: '{days} Tage nach der Bearbeitung',
        en: '{days} days after processing',
        fr: '{days} jours après traitement',
      },
    },
    invoices: {
      basis: 'law',
      recipients: ['hosting', 'tax'],
      purpose: {
        de: 'Rechnungen und Buchungen: Name, Land und worauf es beruht (Länder des Kontos, der Verbindung und des Zahlungsmittels, oder unsere Prüfung), Leistung, Beträge, Zahlungsmittel (gekürzt)',
        en: 'Invoices and bookkeeping: name, country and what it is based on (countries of the account, the connection and the payment method, or our own check), service, amounts, payment method (shortened)',
        fr: 'Factures et écritures : nom, pays et ce qui l’établit (pays du compte, de la connexion et du moyen de paiement, ou notre vérification), prestation, montants, moyen de paiement (abrégé)',
      },
      keep: {
        de: '7 Jahre (Österreich) oder 10 Jahre (sonst) ab Jahresende; danach ohne Namen',
        en: '7 years (Austria) or 10 years (elsewhere) from the end of the year; then without names',
        fr: '7 ans (Autriche) ou 10 ans (ailleurs) à compter de la fin de l’année ; ensuite sans nom',
      },
    },
    acceptances: {
      basis: 'law',
      recipients: ['hosting'],
      purpose: {
        de: 'Was Sie beim Bestellen zum Widerrufsrecht erklärt haben, mit Wortlaut und Zeit',
        en: 'What you declared about the right of withdrawal when ordering, with wording and time',
        fr: 'Votre déclaration sur le droit de rétractation à la commande, avec texte et date',
      },
      keep: {
        de: '10 Jahre',
        en: '10 years',
        fr: '10 ans',
      },
    },
    exits: {
      basis: 'law',
      days: 1095,
      recipients: ['hosting', 'mail'],
      purpose: {
        de: 'Kündigungen und Widerrufe: Name, E-Mail-Adresse, Angaben zum Vertrag, Grund, Zeit',
        en: 'Cancellations and withdrawals: name, email address, contract details, reason, time',
        fr: 'Résiliations et rétractations : nom, adresse e-mail, indications sur le contrat, motif, date',
      },
      keep: {
        de: '3 Jahre; wenn sie zu keinem Konto gehören und nicht erledigt werden konnten, 1 Jahr',
        en: '3 years; 1 year if they belong to no account and could not be settled',
        fr: '3 ans ; 1 an si elles ne se rattachent à aucun compte et n’ont pu être traitées',
      },
    },
    feedback: {
      basis: 'interest',
      days: 365,
      recipients: ['hosting', 'mail'],
      purpose: {
        de: 'Nachrichten an uns: Name, E-Mail-Adresse, Text',
        en: 'Messages to us: name, email address, text',
        fr: 'Messages à notre adresse : nom, adresse e-mail, texte',
      },
      keep: {
        de: '{days} Tage',
        en: '{days} days',
        fr: '{days} jours',
      },
    },
    crashReports: {
      basis: 'interest',
      days: 30,
      recipients: ['hosting'],
      purpose: {
        de: 'Fehlerberichte: Gerät, System, Fehlertext, ohne Konto',
        en: 'Crash reports: device, system, error text, without an account',
        fr: 'Rapports d’erreur : appareil, système, texte de l’erreur, sans compte',
      },
      keep: {
        de: '{days} Tage',
        en: '{days} days',
        fr: '{days} jours',
      },
    },
    farewell: {
      basis: 'law',
      days: 7,
      recipients: ['hosting', 'mail'],
      purpose: {
        de: 'Adresse und Name für die Bestätigung, dass ein Konto gelöscht wurde',
        en: 'Address and name for the confirmation that an account was deleted',
        fr: 'Adresse et nom pour la confirmation de la suppression d’un compte',
      },
      keep: {
        de: 'bis zum Versand, höchstens {days} Tage',
        en: 'until it is sent, {days} days at most',
        fr: 'jusqu’à l’envoi, {days} jours au plus',
      },
    },
    tasks: {
      basis: 'contract',
      recipients: ['hosting'],
      purpose: {
        de: 'Aufträge im Hintergrund, etwa eine E-Mail, die noch zu senden ist (nur Nummern, keine Adressen)',
        en: 'Background tasks such as an email yet to be sent (numbers only, no addresses)',
        fr: 'Tâches en arrière-plan, comme un e-mail à envoyer (numéros seulement, pas d’adresses)',
      },
      keep: {
        de: 'bis zur Erledigung',
        en: 'until done',
        fr: 'jusqu’à leur exécution',
      },
    },
    delivery: {
      basis: 'interest',
      recipients: ['hosting'],
      purpose: {
        de: 'Auslieferung der Seite: IP-Adresse (auch zur Erkennung Ihres Landes, von dem Angebot und Preise abhängen), Browser, aufgerufene Seite',
        en: 'Delivering the page: IP address (also to recognise your country, on which range and prices depend), browser, page requested',
        fr: 'Livraison de la page : adresse IP (aussi pour reconnaître votre pays, dont dépendent l’offre et les prix), navigateur, page demandée',
      },
      keep: {
        de: 'nicht länger, als die Antwort dauert; der Kiosk schreibt kein Protokoll der Seitenaufrufe',
        en: 'no longer than the answer takes; the newsstand writes no log of page views',
        fr: 'pas plus longtemps que la réponse ; le kiosque ne tient aucun journal des pages vues',
      },
    },
    logs: {
      basis: 'interest',
      recipients: ['hosting'],
      purpose: {
        de: 'Betriebsprotokoll: Fehler und Sicherheitsereignisse mit Kontonummer, Auftragsnummer und Hash des Netzes, ohne Namen und IP-Adresse',
        en: 'Operating log: errors and security events with account number, task number and hash of the network, without names and IP addresses',
        fr: 'Journal d’exploitation : erreurs et événements de sécurité avec numéro de compte, numéro de tâche et empreinte du réseau, sans nom ni adresse IP',
      },
      keep: {
        de: '{logDays} Tage',
        en: '{logDays} days',
        fr: '{logDays} jours',
      },
    },
    choice: {
      basis: 'interest',
      recipients: [],
      purpose: {
        de: 'merkt sich, was Sie gewählt haben',
        en: 'remembers what you chose',
        fr: 'mémorise votre choix',
      },
      keep: {
        de: '1 Jahr',
        en: '1 year',
        fr: '1 an',
      },
    },
  },
  lifetimes: {
    year: {
      de: '1 Jahr',
      en: '1 year',
      fr: '1 an',
    },
    session: {
      de: 'bis Sie sich abmelden; sonst 30 Tage oder, wenn Sie nicht angemeldet bleiben, bis Sie den Browser schließen',
      en: 'until you sign out; otherwise 30 days or, if you do not stay signed in, until you close the browser',
      fr: 'jusqu’à la déconnexion ; sinon 30 jours ou, si vous ne restez pas connecté, jusqu’à la fermeture du navigateur',
    },
    device: {
      de: '1 Jahr; bis Sie sich abmelden, wenn das Gerät gemeinsam genutzt wird; bis Sie das Konto löschen',
      en: '1 year; on a shared device until you sign out; until you delete the account',
      fr: '1 an ; sur un appareil partagé jusqu’à la déconnexion ; jusqu’à la suppression du compte',
    },
    browser: {
      de: 'bis Sie sich abmelden oder den Browser schließen',
      en: 'until you sign out or close the browser',
      fr: 'jusqu’à la déconnexion ou la fermeture du navigateur',
    },
    minutes: {
      de: 'wenige Minuten',
      en: 'a few minutes',
      fr: 'quelques minutes',
    },
    day: {
      de: 'höchstens 24 Stunden',
      en: '24 hours at most',
      fr: '24 heures au plus',
    },
    hour: {
      de: 'höchstens 1 Stunde',
      en: '1 hour at most',
      fr: '1 heure au plus',
    },
    tab: {
      de: 'bis Sie den Tab schließen',
      en: 'until you close the tab',
      fr: 'jusqu’à la fermeture de l’onglet',
    },
    signOut: {
      de: 'bis Sie sich abmelden',
      en: 'until you sign out',
      fr: 'jusqu’à la déconnexion',
    },
    cleared: {
      de: 'bis Sie es im Browser löschen',
      en: 'until you clear it in the browser',
      fr: 'jusqu’à l’effacement dans le navigateur',
    },
    term: {
      de: 'bis Sie den Download entfernen; nach Ende der Frist ohne Schlüssel',
      en: 'until you remove the download; without a key once its term is over',
      fr: 'jusqu’à la suppression du téléchargement ; sans clé une fois la durée écoulée',
    },
  },
  cookies: {
    language: {
      use: 'choice',
      lifetime: 'year',
      before: 'a chosen language',
      text: {
        de: 'Sprache',
        en: 'language',
        fr: 'langue',
      },
    },
    theme: {
      use: 'choice',
      lifetime: 'year',
      before: 'a chosen theme',
      text: {
        de: 'Darstellung hell oder dunkel',
        en: 'light or dark appearance',
        fr: 'apparence claire ou sombre',
      },
    },
    consent: {
      use: 'choice',
      lifetime: 'year',
      text: {
        de: 'dass Sie über Cookies entschieden haben',
        en: 'that you decided about cookies',
        fr: 'que vous avez choisi vos cookies',
      },
    },
    consent_social: {
      use: 'choice',
      lifetime: 'year',
      text: {
        de: 'ob die Anmeldung über Facebook und Apple erlaubt ist',
        en: 'whether sign-in through Facebook and Apple is allowed',
        fr: 'si la connexion par Facebook et Apple est permise',
      },
    },
    consent_ads: {
      use: 'choice',
      lifetime: 'year',
      text: {
        de: 'ob Anzeigen anderer erlaubt sind, wo es sie gibt',
        en: 'whether advertisements of others are allowed, where there are any',
        fr: 'si la publicité de tiers est permise, là où il y en a',
      },
    },
    session: {
      use: 'signIn',
      lifetime: 'session',
      before: 'signing in',
      text: {
        de: 'Anmeldung (nur auf dem eigenen Rechner der Entwicklung)',
        en: 'sign-in (on a developer’s own machine only)',
        fr: 'connexion (seulement sur la machine d’un développeur)',
      },
    },
    '__Host-session': {
      use: 'signIn',
      lifetime: 'session',
      before: 'signing in',
      text: {
        de: 'Anmeldung',
        en: 'sign-in',
        fr: 'connexion',
      },
    },
    device: {
      use: 'signIn',
      lifetime: 'device',
      before: 'signing in',
      text: {
        de: 'zufällige Kennung dieses Browsers, für die Liste Ihrer Geräte und gegen fremde Anmeldungen',
        en: 'random identifier of this browser, for the list of your devices and against strangers signing in',
        fr: 'identifiant aléatoire de ce navigateur, pour la liste de vos appareils et contre les connexions étrangères',
      },
    },
    shared_device: {
      use: 'signIn',
      lifetime: 'browser',
      before: 'signing in',
      text: {
        de: 'dass dieses Gerät gemeinsam genutzt wird: Es wird sonst nichts gespeichert',
        en: 'that this device is shared: nothing else is stored',
        fr: 'que cet appareil est partagé : rien d’autre n’est enregistré',
      },
    },
    'identity-apple': {
      use: 'identity',
      lifetime: 'hour',
      before: 'signing in with Apple',
      text: {
        de: 'hält eine begonnene Anmeldung mit Apple fest',
        en: 'keeps a sign-in with Apple that was begun',
        fr: 'retient une connexion avec Apple en cours',
      },
    },
    'identity-facebook': {
      use: 'identity',
      lifetime: 'hour',
      before: 'signing in with Facebook',
      text: {
        de: 'hält eine begonnene Anmeldung mit Facebook fest',
        en: 'keeps a sign-in with Facebook that was begun',
        fr: 'retient une connexion avec Facebook en cours',
      },
    },
    registration: {
      use: 'unverified',
      lifetime: 'day',
      before: 'registering',
      text: {
        de: 'hält fest, in welchem Browser Sie sich registriert haben (nur auf dem eigenen Rechner der Entwicklung)',
        en: 'remembers the browser in which you registered (on a developer’s own machine only)',
        fr: 'retient le navigateur dans lequel vous vous êtes inscrit (seulement sur la machine d’un développeur)',
      },
    },
    '__Host-registration': {
      use: 'unverified',
      lifetime: 'day',
      before: 'registering',
      text: {
        de: 'hält fest, in welchem Browser Sie sich registriert haben, damit nur dort Ihr Passwort in Kraft tritt',
        en: 'remembers the browser in which you registered, so that your password takes effect only there',
        fr: 'retient le navigateur dans lequel vous vous êtes inscrit, pour que votre mot de passe ne prenne effet que là',
      },
    },
    handover: {
      use: 'links',
      lifetime: 'minutes',
      before: 'a link that signs in',
      text: {
        de: 'übergibt einen Anmelde-Link, ohne dass er in der Adresse steht',
        en: 'hands a sign-in link on without showing it in the address',
        fr: 'transmet un lien de connexion sans l’afficher dans l’adresse',
      },
    },
    'second-factor': {
      use: 'signIn',
      lifetime: 'minutes',
      before: 'signing in',
      text: {
        de: 'hält die Anmeldung fest, bis Sie den Code eingegeben haben',
        en: 'keeps the sign-in until you entered the code',
        fr: 'retient la connexion jusqu’à la saisie du code',
      },
    },
    terms: {
      use: 'links',
      lifetime: 'hour',
      before: 'signing in',
      text: {
        de: 'hält die Anmeldung fest, bis Sie den neuen AGB zugestimmt haben',
        en: 'keeps the sign-in until you accepted the new terms',
        fr: 'retient la connexion jusqu’à l’acceptation des nouvelles conditions',
      },
    },
  },
  storage: {
    localStorage: {
      'reader.positions': {
        use: 'reading',
        lifetime: 'cleared',
        text: {
          de: 'zuletzt gelesene Ausgaben und Seiten, ohne Konto',
          en: 'issues and pages read last, without an account',
          fr: 'derniers numéros et pages lus, sans compte',
        },
      },
      'reader.account-positions': {
        use: 'reading',
        lifetime: 'signOut',
        before: 'signing in',
        text: {
          de: 'zuletzt gelesene Ausgaben und Seiten, mit Konto',
          en: 'issues and pages read last, with an account',
          fr: 'derniers numéros et pages lus, avec un compte',
        },
      },
      'reader.preferences': {
        use: 'choice',
        lifetime: 'cleared',
        before: 'a changed setting of the reader',
        text: {
          de: 'wie Sie lesen: Schrift, Größe, Seitenansicht',
          en: 'how you read: font, size, page layout',
          fr: 'votre façon de lire : police, taille, disposition',
        },
      },
      'reader.offline': {
        use: 'reading',
        lifetime: 'term',
        text: {
          de: 'dass es Downloads gibt',
          en: 'that there are downloads',
          fr: 'qu’il y a des téléchargements',
        },
      },
    },
    sessionStorage: {
      'react-router-scroll-positions': {
        use: 'choice',
        lifetime: 'tab',
        text: {
          de: 'wo Sie auf einer Seite waren, für „Zurück“',
          en: 'where you were on a page, for “back”',
          fr: 'où vous étiez sur une page, pour « retour »',
        },
      },
    },
    indexedDB: {
      offline: {
        use: 'reading',
        lifetime: 'term',
        text: {
          de: 'heruntergeladene Ausgaben, verschlüsselt, und was ohne Netz gelesen wurde, bis es gesendet ist',
          en: 'downloaded issues, encrypted, and what was read without a network until it is sent',
          fr: 'numéros téléchargés, chiffrés, et ce qui a été lu hors ligne jusqu’à l’envoi',
        },
      },
    },
    caches: {
      'reader-shell': {
        use: 'choice',
        lifetime: 'cleared',
        text: {
          de: 'Programm des Leseprogramms, keine Inhalte',
          en: 'program files of the reader, no content',
          fr: 'fichiers du programme de lecture, sans contenu',
        },
      },
    },
    serviceWorker: {
      '/reader': {
        use: 'choice',
        lifetime: 'cleared',
        text: {
          de: 'Leseprogramm ohne Netz und Hinweise auf neue Ausgaben',
          en: 'reading without a network and notices of new issues',
          fr: 'lecture hors ligne et avis de nouveaux numéros',
        },
      },
    },
  },
}
