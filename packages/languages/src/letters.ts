import { bundle } from './words.ts'

/** What stands in the mails of the house. After a German greeting the sentence goes on in lower case. */
export const letterWords = bundle({
  de: {
    'LETTER.GREETING': 'Guten Tag {name},',
    'LETTER.GREETING_NAMELESS': 'Guten Tag,',
    'LETTER.ADDRESS_OF_BUTTON': 'Rührt sich der Knopf nicht? Diese Adresse führt zum selben Ziel:',
    'LETTER.DIRECTOR': 'Geschäftsführung: {name}',
    'LETTER.IMPRINT': 'Impressum',
    'LETTER.PRIVACY': 'Datenschutz',
    'LETTER.CONTACT': 'Kontakt',
    'LETTER.REASON_ACCOUNT': 'Sie bekommen diese Mail, weil es zu dieser Adresse ein Konto bei {site} gibt.',
    'LETTER.verification.SUBJECT': 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    'LETTER.verification.TITLE': 'Nur noch ein Klick',
    'LETTER.verification.BODY':
      'schön, dass Sie da sind. Bestätigen Sie bitte, dass diese Adresse Ihnen gehört: Dann steht Ihr Konto bei {site}, und das Regal ist offen.',
    'LETTER.verification.BUTTON': 'Adresse bestätigen',
    'LETTER.verification.NEWSLETTER':
      'Wollen Sie auch hören, was es Neues gibt? Ein Newsletter mit neuen Titeln und Angeboten ist in Vorbereitung. Er kommt nur, wenn Sie ihn mit diesem Knopf ausdrücklich bestellen, und lässt sich jederzeit abbestellen:',
    'LETTER.verification.NEWSLETTER_BUTTON': 'Adresse und Newsletter bestätigen',
    'LETTER.verification.TERM': 'Der Link gilt {days} Tage und wirkt einmal.',
    'LETTER.verification.NOT_YOU':
      'Sie haben sich gar nicht registriert? Dann brauchen Sie nichts zu tun: Ohne Bestätigung löschen wir das Konto nach {unverified} Tagen von selbst.',
    'LETTER.verification.REASON': 'Sie bekommen diese Mail, weil jemand mit dieser Adresse ein Konto bei {site} eröffnet hat.',
    'LETTER.recovery.SUBJECT': 'Ihr neues Passwort für {site}',
    'LETTER.recovery.TITLE': 'Ein neues Passwort',
    'LETTER.recovery.BODY': 'Sie möchten ein neues Passwort vergeben. Hier wählen Sie es:',
    'LETTER.recovery.BUTTON': 'Neues Passwort wählen',
    'LETTER.recovery.TERM':
      'Der Link gilt eine Stunde und wirkt einmal. Mit dem neuen Passwort melden Sie sich auf all Ihren Geräten neu an.',
    'LETTER.recovery.NOT_YOU':
      'Sie haben das nicht verlangt? Dann lassen Sie diese Mail einfach liegen: Ihr bisheriges Passwort gilt weiter.',
    'LETTER.new-device.SUBJECT': 'Anmeldung auf einem neuen Gerät',
    'LETTER.new-device.TITLE': 'Anmeldung auf einem neuen Gerät',
    'LETTER.new-device.BODY':
      'bei Ihrem Konto auf {site} hat sich jemand auf einem Gerät angemeldet, das dort bisher nicht verwendet wurde:',
    'LETTER.new-device.TIME': 'Zeit',
    'LETTER.new-device.DEVICE': 'Gerät',
    'LETTER.new-device.COUNTRY': 'Land',
    'LETTER.new-device.UNKNOWN': 'unbekannt',
    'LETTER.new-device.YOURS': 'Waren Sie das selbst, ist alles in Ordnung, und Sie brauchen nichts zu tun.',
    'LETTER.new-device.NOT_YOU':
      'Waren Sie es nicht, drücken Sie bitte hier: Alle Sitzungen enden, das Passwort gilt nicht mehr, und Sie wählen ein neues.',
    'LETTER.new-device.BUTTON': 'Das war ich nicht',
    'LETTER.new-devices.SUBJECT': 'Anmeldungen auf neuen Geräten',
    'LETTER.new-devices.TITLE': 'Anmeldungen auf neuen Geräten',
    'LETTER.new-devices.BODY':
      'bei Ihrem Konto auf {site} gab es weitere Anmeldungen auf Geräten, die dort bisher nicht verwendet wurden:',
    'LETTER.new-devices.UNKNOWN': 'Land unbekannt',
    'LETTER.new-devices.MORE': 'und {count} weitere. Alle stehen in Ihrem Konto unter „Sicherheit“.',
    'LETTER.new-devices.YOURS': 'Waren Sie das jedes Mal selbst, ist alles in Ordnung, und Sie brauchen nichts zu tun.',
    'LETTER.new-devices.NOT_YOU':
      'Waren Sie es auch nur einmal nicht, drücken Sie bitte hier: Alle Sitzungen enden, das Passwort gilt nicht mehr, und Sie wählen ein neues.',
    'LETTER.new-devices.BUTTON': 'Das war ich nicht',
    'LETTER.account-exists.SUBJECT': 'Sie haben schon ein Konto bei {site}',
    'LETTER.account-exists.TITLE': 'Sie haben schon ein Konto',
    'LETTER.account-exists.BODY':
      'jemand wollte sich gerade mit Ihrer E-Mail-Adresse registrieren. Zu ihr gibt es schon ein Konto; es ist unverändert. Waren Sie das selbst, melden Sie sich einfach an.',
    'LETTER.account-exists.BUTTON': 'Zur Anmeldung',
    'LETTER.account-exists.FORGOT': 'Passwort vergessen',
    'LETTER.account-exists.NOT_YOU': 'Waren Sie das nicht, brauchen Sie nichts zu tun: Niemand ist in Ihr Konto gelangt.',
    'LETTER.password-changed.SUBJECT': 'Ihr Passwort wurde geändert',
    'LETTER.password-changed.TITLE': 'Ihr Passwort wurde geändert',
    'LETTER.password-changed.BODY':
      'das Passwort Ihres Kontos bei {site} wurde geändert. Auf Ihren anderen Geräten melden Sie sich mit dem neuen wieder an.',
    'LETTER.password-changed.YOURS': 'Waren Sie das selbst, ist alles in Ordnung, und Sie brauchen nichts zu tun.',
    'LETTER.password-changed.NOT_YOU':
      'Waren Sie es nicht? Dann wählen Sie bitte gleich ein neues: auf der Anmeldeseite unter „Passwort vergessen?“. Damit enden alle Sitzungen, auch die fremde.',
    'LETTER.password-changed.BUTTON': 'Zur Anmeldung',
    'LETTER.way-in-added.SUBJECT': 'Ein weiterer Weg in Ihr Konto',
    'LETTER.way-in-added.TITLE': 'Ein weiterer Weg in Ihr Konto',
    'LETTER.way-in-added.BODY':
      'bei {site} können Sie sich ab jetzt auch über {service} anmelden. Alles andere bleibt, wie es ist.',
    'LETTER.way-in-added.YOURS': 'Waren Sie das selbst, ist alles in Ordnung, und Sie brauchen nichts zu tun.',
    'LETTER.way-in-added.NOT_YOU':
      'Waren Sie es nicht? Dann schreiben Sie uns bitte gleich an {mail}, und ändern Sie das Passwort Ihres Postfachs.',
    'LETTER.way-in-added.BUTTON': 'Zur Anmeldung',
    'LETTER.confirm-address.SUBJECT': 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    'LETTER.confirm-address.TITLE': 'Ihre neue Adresse',
    'LETTER.confirm-address.BODY':
      'Sie möchten sich bei {site} künftig mit dieser Adresse anmelden. Bestätigen Sie bitte, dass sie Ihnen gehört.',
    'LETTER.confirm-address.BUTTON': 'Neue Adresse bestätigen',
    'LETTER.confirm-address.TERM': 'Der Link gilt {days} Tage und wirkt einmal. Bis dahin bleibt alles beim Alten.',
    'LETTER.confirm-address.NOT_YOU':
      'Sie wissen von nichts? Dann hat sich wohl jemand vertippt. Ohne Ihre Bestätigung geschieht nichts.',
    'LETTER.confirm-address.REASON':
      'Sie bekommen diese Mail, weil jemand diese Adresse in ein Konto bei {site} eingetragen hat. Es ist keine Werbung.',
    'LETTER.address-changed.SUBJECT': 'Für Ihr Konto wurde eine neue E-Mail-Adresse eingetragen',
    'LETTER.address-changed.TITLE': 'Eine neue Adresse für Ihr Konto',
    'LETTER.address-changed.BODY':
      'für Ihr Konto bei {site} wurde eine neue E-Mail-Adresse eingetragen: {address}. Sobald sie dort bestätigt ist, melden Sie sich mit ihr an, und an diese hier schreiben wir nicht mehr.',
    'LETTER.address-changed.YOURS': 'Waren Sie das selbst, brauchen Sie nichts zu tun.',
    'LETTER.address-changed.NOT_YOU':
      'Waren Sie es nicht? Dann kennt jemand Ihr Passwort. Wählen Sie bitte gleich ein neues: auf der Anmeldeseite unter „Passwort vergessen?“. Und geben Sie uns Bescheid, an {mail}.',
    'LETTER.address-changed.BUTTON': 'Zur Anmeldung',
    'LETTER.erasure-requested.SUBJECT': 'Ihr Konto bei {site} wird gelöscht',
    'LETTER.erasure-requested.TITLE': 'Sie haben noch sieben Tage',
    'LETTER.erasure-requested.BODY':
      'Ihr Konto bei {site} ist geschlossen, wie gewünscht: Niemand kann sich mehr anmelden, und abgebucht wird nichts. Am {date} wird es endgültig gelöscht.',
    'LETTER.erasure-requested.BACK': 'Haben Sie es sich anders überlegt? Bis dahin bringt dieser Knopf Ihr Konto zurück.',
    'LETTER.erasure-requested.BUTTON': 'Konto behalten',
    'LETTER.erasure-requested.NOT_YOU':
      'Sie haben das nicht verlangt? Dann holen Sie das Konto mit dem Knopf zurück und wählen Sie gleich danach ein neues Passwort, auf der Anmeldeseite unter „Passwort vergessen?“.',
    'LETTER.account-deleted.SUBJECT': 'Ihr Konto bei {site} ist gelöscht',
    'LETTER.account-deleted.TITLE': 'Auf Wiedersehen',
    'LETTER.account-deleted.BODY':
      'Ihr Konto bei {site} ist gelöscht, wie von Ihnen gewünscht. Was dazu gespeichert war, verschwindet innerhalb weniger Stunden endgültig, auch diese Adresse.',
    'LETTER.account-deleted.NEWSLETTER':
      'Hatten Sie den Newsletter bestellt, kann er noch bis zu eine Woche kommen: Was schon unterwegs ist, holen wir nicht mehr ein.',
    'LETTER.account-deleted.BYE': 'Danke, dass Sie bei uns gelesen haben. Das Regal steht Ihnen jederzeit wieder offen.',
    'LETTER.account-deleted.REASON':
      'Sie bekommen diese Mail zur Bestätigung, weil das Konto zu dieser Adresse gelöscht wurde. Eine weitere gibt es nicht.',
    'LETTER.release.SUBJECT': '{title}: {issue} ist da',
    'LETTER.release.TITLE': 'Frisch am Kiosk',
    'LETTER.release.BODY': 'von {title}, einem Ihrer Lieblingstitel, liegt eine neue Ausgabe im Regal.',
    'LETTER.release.BUTTON': 'Zur Ausgabe',
    'LETTER.release.COVER': 'Titelseite: {title}, {issue}',
    'LETTER.release.REASON':
      'Sie bekommen diese Mail, weil {title} zu Ihren Lieblingstiteln zählt und Sie sich neue Ausgaben melden lassen.',
    'LETTER.release.UNSUBSCRIBE': 'Keine Mails über neue Ausgaben mehr',
    'LETTER.release.SETTINGS': 'Einstellungen',
    'LETTER.feedback.SUBJECT': 'Rückmeldung: {title}',
    'LETTER.feedback.FROM': '{name} ({email}) schreibt:',
    'LETTER.feedback.REASON': 'Abgeschickt über das Kontaktformular von {site}. Ihre Antwort geht an {email}.',
  },
  en: {
    'LETTER.GREETING': 'Hello {name},',
    'LETTER.GREETING_NAMELESS': 'Hello,',
    'LETTER.ADDRESS_OF_BUTTON': 'Button not working? This address takes you to the same place:',
    'LETTER.DIRECTOR': 'Managing director: {name}',
    'LETTER.IMPRINT': 'Imprint',
    'LETTER.PRIVACY': 'Privacy',
    'LETTER.CONTACT': 'Contact',
    'LETTER.REASON_ACCOUNT': 'You receive this email because there is an account with this address at {site}.',
    'LETTER.verification.SUBJECT': 'Please confirm your email address',
    'LETTER.verification.TITLE': 'One click to go',
    'LETTER.verification.BODY':
      'Good to have you with us. Please confirm that this address is yours: then your account at {site} is ready and the shelf is open.',
    'LETTER.verification.BUTTON': 'Confirm address',
    'LETTER.verification.NEWSLETTER':
      'Would you like to hear what is new? A newsletter with new titles and offers is in preparation. You only get it if you expressly order it with this button, and you can unsubscribe at any time:',
    'LETTER.verification.NEWSLETTER_BUTTON': 'Confirm address and newsletter',
    'LETTER.verification.TERM': 'The link is valid for {days} days and works once.',
    'LETTER.verification.NOT_YOU':
      'You did not register? Then there is nothing to do: without confirmation the account is deleted after {unverified} days.',
    'LETTER.verification.REASON': 'You receive this email because somebody opened an account at {site} with this address.',
    'LETTER.recovery.SUBJECT': 'Your new password for {site}',
    'LETTER.recovery.TITLE': 'A new password',
    'LETTER.recovery.BODY': 'You asked for a new password. Here is where you choose it:',
    'LETTER.recovery.BUTTON': 'Choose a new password',
    'LETTER.recovery.TERM':
      'The link is valid for one hour and works once. Afterwards, log in with the new password on all your devices.',
    'LETTER.recovery.NOT_YOU': 'You did not ask for this? Then just leave this email alone: your present password stays valid.',
    'LETTER.new-device.SUBJECT': 'A login from a new device',
    'LETTER.new-device.TITLE': 'A login from a new device',
    'LETTER.new-device.BODY': 'Somebody logged in to your account with {site} on a device that it had not been used on before:',
    'LETTER.new-device.TIME': 'Time',
    'LETTER.new-device.DEVICE': 'Device',
    'LETTER.new-device.COUNTRY': 'Country',
    'LETTER.new-device.UNKNOWN': 'unknown',
    'LETTER.new-device.YOURS': 'If that was you, all is well and there is nothing to do.',
    'LETTER.new-device.NOT_YOU':
      'If it was not you, please press here: all sessions end, the password stops working, and you choose a new one.',
    'LETTER.new-device.BUTTON': 'This wasn’t me',
    'LETTER.new-devices.SUBJECT': 'Logins from new devices',
    'LETTER.new-devices.TITLE': 'Logins from new devices',
    'LETTER.new-devices.BODY':
      'There were more logins to your account with {site} on devices that it had not been used on before:',
    'LETTER.new-devices.UNKNOWN': 'country unknown',
    'LETTER.new-devices.MORE': 'and {count} more. You find all of them in your account under “Security”.',
    'LETTER.new-devices.YOURS': 'If each of them was you, all is well and there is nothing to do.',
    'LETTER.new-devices.NOT_YOU':
      'If even one was not you, please press here: all sessions end, the password stops working, and you choose a new one.',
    'LETTER.new-devices.BUTTON': 'This wasn’t me',
    'LETTER.account-exists.SUBJECT': 'You already have an account with {site}',
    'LETTER.account-exists.TITLE': 'You already have an account',
    'LETTER.account-exists.BODY':
      'Somebody has just tried to register with your email address. It already has an account, which has not changed. If that was you, simply log in.',
    'LETTER.account-exists.BUTTON': 'To the login',
    'LETTER.account-exists.FORGOT': 'Forgot your password',
    'LETTER.account-exists.NOT_YOU': 'If it was not you, there is nothing to do: nobody got into your account.',
    'LETTER.password-changed.SUBJECT': 'Your password has been changed',
    'LETTER.password-changed.TITLE': 'Your password has been changed',
    'LETTER.password-changed.BODY':
      'The password of your account at {site} has been changed. Please log in with the new one on your other devices.',
    'LETTER.password-changed.YOURS': 'If that was you, all is well and there is nothing to do.',
    'LETTER.password-changed.NOT_YOU':
      'If it was not you, please choose a new one right away: on the login page, under “Forgot your password?”. That ends every session, the stranger’s too.',
    'LETTER.password-changed.BUTTON': 'To the login',
    'LETTER.way-in-added.SUBJECT': 'Another way into your account',
    'LETTER.way-in-added.TITLE': 'Another way into your account',
    'LETTER.way-in-added.BODY': 'From now on you can log in to {site} through {service} as well. Everything else stays as it is.',
    'LETTER.way-in-added.YOURS': 'If that was you, all is well and there is nothing to do.',
    'LETTER.way-in-added.NOT_YOU':
      'If it was not you, please write to us at {mail} right away, and change the password of your mailbox.',
    'LETTER.way-in-added.BUTTON': 'To the login',
    'LETTER.confirm-address.SUBJECT': 'Please confirm your new email address',
    'LETTER.confirm-address.TITLE': 'Your new address',
    'LETTER.confirm-address.BODY':
      'You would like to log in to {site} with this address from now on. Please confirm that it is yours.',
    'LETTER.confirm-address.BUTTON': 'Confirm new address',
    'LETTER.confirm-address.TERM': 'The link is valid for {days} days and works once. Until then everything stays as it is.',
    'LETTER.confirm-address.NOT_YOU':
      'You know nothing about this? Then somebody has probably mistyped. Nothing happens without your confirmation.',
    'LETTER.confirm-address.REASON':
      'You receive this email because somebody entered this address in an account at {site}. It is not advertising.',
    'LETTER.address-changed.SUBJECT': 'A new email address has been entered for your account',
    'LETTER.address-changed.TITLE': 'A new address for your account',
    'LETTER.address-changed.BODY':
      'A new email address has been entered for your account at {site}: {address}. Once it is confirmed there, you log in with it, and we no longer write to this one.',
    'LETTER.address-changed.YOURS': 'If that was you, there is nothing to do.',
    'LETTER.address-changed.NOT_YOU':
      'If it was not you, somebody knows your password. Please choose a new one right away: on the login page, under “Forgot your password?”. And let us know, at {mail}.',
    'LETTER.address-changed.BUTTON': 'To the login',
    'LETTER.erasure-requested.SUBJECT': 'Your account at {site} will be deleted',
    'LETTER.erasure-requested.TITLE': 'You have seven days',
    'LETTER.erasure-requested.BODY':
      'As requested, your account at {site} is closed: nobody can log in any more, and nothing is charged. It will be deleted for good on {date}.',
    'LETTER.erasure-requested.BACK': 'Changed your mind? Until then this button brings your account back.',
    'LETTER.erasure-requested.BUTTON': 'Keep the account',
    'LETTER.erasure-requested.NOT_YOU':
      'You did not ask for this? Then bring the account back with the button and choose a new password right afterwards, on the login page under “Forgot your password?”.',
    'LETTER.account-deleted.SUBJECT': 'Your account at {site} is deleted',
    'LETTER.account-deleted.TITLE': 'Goodbye',
    'LETTER.account-deleted.BODY':
      'As you wished, your account at {site} has been deleted. Everything stored with it disappears for good within a few hours, this address included.',
    'LETTER.account-deleted.NEWSLETTER':
      'If you had ordered the newsletter, it may still arrive for up to a week: what is already under way cannot be called back.',
    'LETTER.account-deleted.BYE': 'Thank you for reading with us. The shelf is open to you again at any time.',
    'LETTER.account-deleted.REASON':
      'You receive this email as a confirmation, because the account with this address was deleted. There will be no other.',
    'LETTER.release.SUBJECT': '{title}: {issue} is here',
    'LETTER.release.TITLE': 'Fresh on the shelf',
    'LETTER.release.BODY': 'There is a new issue of {title}, one of your favourites.',
    'LETTER.release.BUTTON': 'Open the issue',
    'LETTER.release.COVER': 'Cover: {title}, {issue}',
    'LETTER.release.REASON':
      'You receive this email because {title} is one of your favourites and you asked to hear about new issues.',
    'LETTER.release.UNSUBSCRIBE': 'No more emails about new issues',
    'LETTER.release.SETTINGS': 'Settings',
    'LETTER.feedback.SUBJECT': 'Feedback: {title}',
    'LETTER.feedback.FROM': '{name} ({email}) writes:',
    'LETTER.feedback.REASON': 'Sent with the contact form of {site}. Your reply goes to {email}.',
  },
  fr: {
    'LETTER.GREETING': 'Bonjour {name},',
    'LETTER.GREETING_NAMELESS': 'Bonjour,',
    'LETTER.ADDRESS_OF_BUTTON': 'Le bouton ne répond pas ? Cette adresse mène au même endroit :',
    'LETTER.DIRECTOR': 'Direction : {name}',
    'LETTER.IMPRINT': 'Mentions légales',
    'LETTER.PRIVACY': 'Confidentialité',
    'LETTER.CONTACT': 'Contact',
    'LETTER.REASON_ACCOUNT': 'Vous recevez ce message parce qu’un compte {site} est lié à cette adresse.',
    'LETTER.verification.SUBJECT': 'Veuillez confirmer votre adresse e-mail',
    'LETTER.verification.TITLE': 'Plus qu’un clic',
    'LETTER.verification.BODY':
      'Quel plaisir de vous accueillir ! Confirmez que cette adresse est bien la vôtre : votre compte {site} sera prêt et le kiosque ouvert.',
    'LETTER.verification.BUTTON': 'Confirmer l’adresse',
    'LETTER.verification.NEWSLETTER':
      'Envie de connaître les nouveautés ? Une lettre d’information avec nouveaux titres et offres est en préparation. Vous ne la recevrez que si vous la commandez expressément avec ce bouton, et pourrez vous désabonner à tout moment :',
    'LETTER.verification.NEWSLETTER_BUTTON': 'Confirmer l’adresse et la newsletter',
    'LETTER.verification.TERM': 'Le lien est valable {days} jours et ne sert qu’une fois.',
    'LETTER.verification.NOT_YOU':
      'Cette inscription ne vient pas de vous ? Vous n’avez rien à faire : sans confirmation, le compte est supprimé au bout de {unverified} jours.',
    'LETTER.verification.REASON': 'Vous recevez ce message parce que quelqu’un a ouvert un compte {site} avec cette adresse.',
    'LETTER.recovery.SUBJECT': 'Votre nouveau mot de passe pour {site}',
    'LETTER.recovery.TITLE': 'Un nouveau mot de passe',
    'LETTER.recovery.BODY': 'Vous souhaitez choisir un nouveau mot de passe. C’est par ici :',
    'LETTER.recovery.BUTTON': 'Choisir un mot de passe',
    'LETTER.recovery.TERM':
      'Le lien est valable une heure et ne sert qu’une fois. Vous vous reconnecterez ensuite sur tous vos appareils avec le nouveau mot de passe.',
    'LETTER.recovery.NOT_YOU':
      'Vous n’avez rien demandé ? Laissez simplement ce message de côté : votre mot de passe actuel reste valable.',
    'LETTER.new-device.SUBJECT': 'Connexion depuis un nouvel appareil',
    'LETTER.new-device.TITLE': 'Connexion depuis un nouvel appareil',
    'LETTER.new-device.BODY':
      'Quelqu’un s’est connecté à votre compte chez {site} depuis un appareil qui n’y avait pas encore servi :',
    'LETTER.new-device.TIME': 'Heure',
    'LETTER.new-device.DEVICE': 'Appareil',
    'LETTER.new-device.COUNTRY': 'Pays',
    'LETTER.new-device.UNKNOWN': 'inconnu',
    'LETTER.new-device.YOURS': 'Si c’était vous, tout va bien et vous n’avez rien à faire.',
    'LETTER.new-device.NOT_YOU':
      'Si ce n’était pas vous, appuyez ici : toutes les sessions prennent fin, le mot de passe ne vaut plus rien et vous en choisissez un autre.',
    'LETTER.new-device.BUTTON': 'Ce n’était pas moi',
    'LETTER.new-devices.SUBJECT': 'Connexions depuis de nouveaux appareils',
    'LETTER.new-devices.TITLE': 'Connexions depuis de nouveaux appareils',
    'LETTER.new-devices.BODY':
      'D’autres connexions à votre compte chez {site} ont eu lieu depuis des appareils qui n’y avaient pas encore servi :',
    'LETTER.new-devices.UNKNOWN': 'pays inconnu',
    'LETTER.new-devices.MORE': 'et {count} autres. Vous les trouvez toutes dans votre compte, sous « Sécurité ».',
    'LETTER.new-devices.YOURS': 'Si c’était vous à chaque fois, tout va bien et vous n’avez rien à faire.',
    'LETTER.new-devices.NOT_YOU':
      'Si, ne serait-ce qu’une fois, ce n’était pas vous, appuyez ici : toutes les sessions prennent fin, le mot de passe ne vaut plus rien et vous en choisissez un autre.',
    'LETTER.new-devices.BUTTON': 'Ce n’était pas moi',
    'LETTER.account-exists.SUBJECT': 'Vous avez déjà un compte chez {site}',
    'LETTER.account-exists.TITLE': 'Vous avez déjà un compte',
    'LETTER.account-exists.BODY':
      'Quelqu’un vient d’essayer de s’inscrire avec votre adresse e-mail. Elle a déjà un compte, qui n’a pas changé. Si c’était vous, il vous suffit de vous connecter.',
    'LETTER.account-exists.BUTTON': 'Vers la connexion',
    'LETTER.account-exists.FORGOT': 'Mot de passe oublié',
    'LETTER.account-exists.NOT_YOU': 'Si ce n’était pas vous, vous n’avez rien à faire : personne n’a eu accès à votre compte.',
    'LETTER.password-changed.SUBJECT': 'Votre mot de passe a été modifié',
    'LETTER.password-changed.TITLE': 'Votre mot de passe a été modifié',
    'LETTER.password-changed.BODY':
      'Le mot de passe de votre compte {site} a été changé. Reconnectez-vous avec le nouveau sur vos autres appareils.',
    'LETTER.password-changed.YOURS': 'Si c’était vous, tout va bien et vous n’avez rien à faire.',
    'LETTER.password-changed.NOT_YOU':
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe : sur la page de connexion, sous « Mot de passe oublié ». Toutes les sessions prendront fin, celle de l’intrus aussi.',
    'LETTER.password-changed.BUTTON': 'Vers la connexion',
    'LETTER.way-in-added.SUBJECT': 'Une nouvelle façon d’entrer dans votre compte',
    'LETTER.way-in-added.TITLE': 'Une nouvelle façon d’entrer',
    'LETTER.way-in-added.BODY':
      'Vous pouvez désormais aussi vous connecter à {site} avec {service}. Tout le reste demeure inchangé.',
    'LETTER.way-in-added.YOURS': 'Si c’était vous, tout va bien et vous n’avez rien à faire.',
    'LETTER.way-in-added.NOT_YOU':
      'Ce n’était pas vous ? Écrivez-nous tout de suite à {mail} et changez le mot de passe de votre messagerie.',
    'LETTER.way-in-added.BUTTON': 'Vers la connexion',
    'LETTER.confirm-address.SUBJECT': 'Veuillez confirmer votre nouvelle adresse e-mail',
    'LETTER.confirm-address.TITLE': 'Votre nouvelle adresse',
    'LETTER.confirm-address.BODY':
      'Vous souhaitez désormais vous connecter à {site} avec cette adresse. Confirmez qu’elle est bien la vôtre.',
    'LETTER.confirm-address.BUTTON': 'Confirmer la nouvelle adresse',
    'LETTER.confirm-address.TERM': 'Le lien est valable {days} jours et ne sert qu’une fois. D’ici là, rien ne change.',
    'LETTER.confirm-address.NOT_YOU':
      'Cela ne vous dit rien ? Quelqu’un s’est sans doute trompé en tapant. Sans votre confirmation, il ne se passe rien.',
    'LETTER.confirm-address.REASON':
      'Vous recevez ce message parce que quelqu’un a saisi cette adresse dans un compte {site}. Ce n’est pas de la publicité.',
    'LETTER.address-changed.SUBJECT': 'Une nouvelle adresse e-mail a été saisie pour votre compte',
    'LETTER.address-changed.TITLE': 'Une nouvelle adresse pour votre compte',
    'LETTER.address-changed.BODY':
      'Une nouvelle adresse e-mail a été saisie pour votre compte {site} : {address}. Dès qu’elle sera confirmée, c’est avec elle que vous vous connecterez, et nous n’écrirons plus à celle-ci.',
    'LETTER.address-changed.YOURS': 'Si c’était vous, vous n’avez rien à faire.',
    'LETTER.address-changed.NOT_YOU':
      'Ce n’était pas vous ? Quelqu’un connaît alors votre mot de passe. Choisissez-en tout de suite un nouveau : sur la page de connexion, sous « Mot de passe oublié ». Et prévenez-nous, à {mail}.',
    'LETTER.address-changed.BUTTON': 'Vers la connexion',
    'LETTER.erasure-requested.SUBJECT': 'Votre compte {site} va être supprimé',
    'LETTER.erasure-requested.TITLE': 'Il vous reste sept jours',
    'LETTER.erasure-requested.BODY':
      'Comme demandé, votre compte {site} est fermé : plus personne ne peut s’y connecter, et rien n’est débité. Il sera supprimé définitivement le {date}.',
    'LETTER.erasure-requested.BACK': 'Vous avez changé d’avis ? D’ici là, ce bouton rétablit votre compte.',
    'LETTER.erasure-requested.BUTTON': 'Garder le compte',
    'LETTER.erasure-requested.NOT_YOU':
      'Vous n’avez rien demandé ? Rétablissez le compte avec ce bouton, puis choisissez aussitôt un nouveau mot de passe, sur la page de connexion, sous « Mot de passe oublié ? ».',
    'LETTER.account-deleted.SUBJECT': 'Votre compte {site} est supprimé',
    'LETTER.account-deleted.TITLE': 'Au revoir',
    'LETTER.account-deleted.BODY':
      'Votre compte {site} est supprimé, comme vous l’avez demandé. Tout ce qui y était lié disparaît définitivement en quelques heures, cette adresse comprise.',
    'LETTER.account-deleted.NEWSLETTER':
      'Si vous aviez commandé la newsletter, elle peut encore vous parvenir pendant une semaine au plus : ce qui est déjà parti ne se rattrape pas.',
    'LETTER.account-deleted.BYE': 'Merci d’avoir lu chez nous. Le kiosque vous reste ouvert à tout moment.',
    'LETTER.account-deleted.REASON':
      'Vous recevez ce message de confirmation parce que le compte lié à cette adresse a été supprimé. Il n’y en aura pas d’autre.',
    'LETTER.release.SUBJECT': '{title} : {issue} est arrivé',
    'LETTER.release.TITLE': 'Tout frais au kiosque',
    'LETTER.release.BODY': 'Un nouveau numéro de {title}, l’un de vos titres favoris, vous attend.',
    'LETTER.release.BUTTON': 'Voir le numéro',
    'LETTER.release.COVER': 'Couverture : {title}, {issue}',
    'LETTER.release.REASON':
      'Vous recevez ce message parce que {title} fait partie de vos favoris et que vous voulez savoir quand paraît un nouveau numéro.',
    'LETTER.release.UNSUBSCRIBE': 'Ne plus recevoir de message sur les nouveaux numéros',
    'LETTER.release.SETTINGS': 'Réglages',
    'LETTER.feedback.SUBJECT': 'Message : {title}',
    'LETTER.feedback.FROM': '{name} ({email}) écrit :',
    'LETTER.feedback.REASON': 'Envoyé par le formulaire de contact de {site}. Votre réponse ira à {email}.',
  },
})
