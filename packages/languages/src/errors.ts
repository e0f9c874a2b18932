import type { Language } from '@kiosk/domain/locale'
import { gateWords } from './gate.ts'
import { validationWords } from './validation.ts'
import { bundle } from './words.ts'

/** Refusals of the API and the mapping of statuses (section 8). */
export const errorWords = bundle({
  de: {
    'ERROR.OCCURRED': 'Ein Fehler ist aufgetreten',
    'ERROR.WRONG_INPUT': 'Eine Angabe stimmt nicht. Bitte prüfen Sie Ihre Eingabe.',
    'ERROR.FORBIDDEN': 'Das ist hier nicht erlaubt.',
    'ERROR.RESOURCE_UNAVAILABLE': 'Das Gesuchte ist nicht (mehr) verfügbar.',
    'ERROR.SERVICE_UNAVAILABLE':
      'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    'ERROR.TOO_MANY_REQUESTS': 'Das waren sehr viele Anfragen auf einmal. Bitte warten Sie einen Moment.',
    'ERROR.NOT_SIGNED_IN': 'Bitte melden Sie sich an.',
    'ERROR.NOT_ENTITLED': 'Diese Seite gehört zu einem Angebot, das Sie noch nicht haben.',
    'ERROR.WRONG_CREDENTIALS': 'E-Mail-Adresse oder Passwort stimmt nicht, oder es gibt dieses Konto nicht.',
    'ERROR.LOGIN_REFUSED': 'Die Anmeldung wurde abgelehnt. Bitte versuchen Sie es später noch einmal.',
    'ERROR.IDENTITY_WITHOUT_EMAIL':
      'Der Dienst hat uns keine E-Mail-Adresse genannt. Für Ihr Konto brauchen wir eine: Bitte erlauben Sie sie dort, oder registrieren Sie sich hier mit E-Mail-Adresse und Passwort.',
    'ERROR.IDENTITY_ACCOUNT_EXISTS':
      'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich innerhalb einer Stunde hier mit Ihrem Passwort an: Danach können Sie auch diesen Weg freigeben.',
    'ERROR.IDENTITY_OTHER':
      'Das Konto mit dieser E-Mail-Adresse ist schon mit einem anderen Profil dieses Dienstes verbunden. Bitte melden Sie sich mit jenem oder mit Ihrem Passwort an.',
    'ERROR.ACCOUNT_UNKNOWN': 'Dieses Konto gibt es nicht (mehr), oder der Link wurde schon verwendet.',
    'ERROR.PAYMENT_REFUSED': 'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht.',
    'ERROR.TARIFF_UNAVAILABLE': 'Dieses Abo gibt es in Ihrer Region nicht. Wir zeigen Ihnen das Angebot für Ihre Region.',
    'ERROR.MARKET_CLOSED':
      'Abos verkaufen wir nur in Österreich, Deutschland, der Schweiz und Luxemburg. Wenn Sie dort wohnen und gerade auf Reisen sind, bezahlen Sie bitte mit einer Karte oder einem Bankkonto von dort. Es wurde nichts abgebucht.',
    'ERROR.MARKET_MISMATCH':
      'Ihr Konto ist für ein anderes Land eingerichtet, als Ihre Verbindung oder Ihre Zahlungsdaten zeigen. Bezahlen Sie bitte mit einer Karte oder einem Bankkonto aus dem Land Ihres Kontos, oder ändern Sie in Ihrem Profil die Region. Es wurde nichts abgebucht.',
    'ERROR.MARKET_UNPROVED':
      'Wir konnten nicht feststellen, in welchem Land Sie sind; für die Umsatzsteuer müssen wir das wissen. Bezahlen Sie bitte mit einer Karte oder einem Bankkonto aus dem Land Ihres Kontos. Wenn Sie ein VPN verwenden, schalten Sie es bitte aus. Es wurde nichts abgebucht.',
    'ERROR.MOVE_UNPROVED':
      'Die Region lässt sich nur in das Land ändern, das auch Ihre Verbindung und Ihre gespeicherten Zahlungsdaten zeigen. Wenn Sie umgezogen sind und das nicht gelingt, schreiben Sie uns bitte.',
    'ERROR.MOVED_LATELY': 'Die Region wurde vor Kurzem geändert. Das geht wieder ab {date}.',
    'ERROR.SECOND_SPECIAL_OFFER': 'Von einem Sonderangebot kann man nicht in ein anderes wechseln.',
    'ERROR.SUBSCRIBED_ALREADY': 'Dieses Abo haben Sie bereits.',
    'ERROR.WALLET_REFUSED': 'Die Anfrage wurde vom Server nicht angenommen.',
    'ERROR.CODE_INVALID': 'Dieser Code ist ungültig.',
    'ERROR.CODE_REDEEMED': 'Diesen Code haben Sie schon eingelöst.',
    'ERROR.MAIL_NOT_SUBSCRIBED':
      'Diese Adresse bekommt keine Mails von uns. Bitte prüfen Sie die Schreibweise oder schreiben Sie uns.',
    'ERROR.VERIFICATION_EXPIRED': 'Dieser Bestätigungslink ist abgelaufen. Bitte fordern Sie bei der Anmeldung einen neuen an.',
    'ERROR.NOT_VERIFIED':
      'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Der Link dazu steht in der Mail, die wir Ihnen geschickt haben.',
    'ERROR.ALREADY_VERIFIED': 'Diese E-Mail-Adresse ist bereits bestätigt.',
    'ERROR.SHARED_DEVICE': 'Auf einem gemeinsam genutzten Gerät werden keine Ausgaben gespeichert.',
    'ERROR.CONTRACT_ACTIVE': 'Solange ein bezahltes Abo läuft, geht das nicht. Kündigen Sie bitte zuerst.',
    'ERROR.SIGN_IN_TO_CONFIRM':
      'Melden Sie sich in dem Konto an, das diese Adresse bekommen soll, und öffnen Sie den Link noch einmal. Bis dahin ändert sich nichts.',
    'ERROR.TOO_MANY_LOGINS':
      'Hier wurde zu oft ein falsches Passwort versucht. „Passwort vergessen?“ hilft sofort: Mit dem Link aus der Mail kommen Sie gleich in Ihr Konto.',
    'ERROR.LOGIN_STALE': 'Zu Ihrer Sicherheit: Bitte melden Sie sich ab und neu an und ändern Sie die Adresse gleich danach.',
    'ERROR.ACCOUNT_ERASING':
      'Dieses Konto wird am {date} gelöscht, so wie gewünscht. Bis dahin holt es der Link in unserer Mail zurück; danach können Sie sich neu registrieren.',
    'ERROR.OTHER_ACCOUNT': 'In diesem Browser ist inzwischen ein anderes Konto angemeldet. Deshalb haben wir nichts geändert.',
    'ERROR.SECOND_FACTOR_PROGRAM':
      'Dieses Konto ist mit einem zweiten Faktor geschützt, den Leseprogramme nicht abfragen können. Bitte lesen Sie auf unserer Website oder in unserer App.',
    'ERROR.SECOND_FACTOR_ASKED':
      'Das Passwort stimmt. Bitte geben Sie nun den Code aus Ihrer Authenticator-App ein. Falls diese App nicht danach fragt, melden Sie sich bitte auf unserer Website an.',
    'ERROR.PASSKEY_REJECTED':
      'Mit diesem Passkey hat es nicht geklappt. Bitte versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
    'ERROR.CONFIRMATION_REQUIRED': 'Bitte bestätigen Sie zuerst mit Ihrem Passwort oder einem Passkey, dass Sie es sind.',
    'ERROR.CODE_WRONG': 'Dieser Code stimmt nicht oder wurde schon verwendet.',
    'ERROR.SECOND_FACTOR_ENABLED': 'Der zweite Faktor ist bereits eingeschaltet.',
    'ERROR.TOO_MANY_DECLINED':
      'Ihre Zahlungen wurden mehrmals abgelehnt. Bitte fragen Sie bei Ihrer Bank nach und versuchen Sie es morgen noch einmal.',
    'ERROR.TOO_MANY_PASSKEYS': 'Mehr Passkeys kann ein Konto nicht haben. Bitte entfernen Sie zuerst einen.',
    'ERROR.NO_PASSWORD': 'Dieses Konto hat kein eigenes Passwort: Sie melden sich über einen anderen Dienst an.',
    'ERROR.PAID_ALREADY': 'Sie lesen mit Ihrem Abo ohnehin ohne Werbung. Promo-Codes sind für kostenlose Konten da.',
    'ERROR.OFFER_REDEEMED': 'Dieses Angebot haben Sie schon eingelöst.',
    'ERROR.OFFER_EXPIRED': 'Dieses Angebot ist abgelaufen.',
    'ERROR.ADDRESS_EXPIRED': 'Diese Adresse ist abgelaufen. Bitte laden Sie die Seite neu.',
    'ERROR.ERROR403':
      'Die Verbindung wurde abgelehnt. Wenn Sie ein VPN verwenden, schalten Sie es bitte aus und versuchen Sie es noch einmal.',
    'ERROR.COOKIE.MISSING_SOCIAL_CONSENT':
      'Dafür brauchen wir Ihre Zustimmung zu sozialen Medien. Mehr dazu steht im Datenschutz-Center.',
    'ERROR.REGION_UNAVAILABLE': 'In Ihrem Land ist dieses Angebot leider nicht verfügbar.',
    'ERROR.UNKNOWN': 'Ein unbekannter Fehler ist aufgetreten',
  },
  en: {
    'ERROR.OCCURRED': 'Something went wrong',
    'ERROR.WRONG_INPUT': 'Something you entered is not right. Please check it.',
    'ERROR.FORBIDDEN': 'This is not allowed here.',
    'ERROR.RESOURCE_UNAVAILABLE': 'What you are looking for is not available (any more).',
    'ERROR.SERVICE_UNAVAILABLE': 'The service cannot be reached right now. Please try again in a few minutes.',
    'ERROR.TOO_MANY_REQUESTS': 'That was a lot of requests at once. Please wait a moment.',
    'ERROR.NOT_SIGNED_IN': 'Please log in.',
    'ERROR.NOT_ENTITLED': 'This page belongs to an offer that you do not have yet.',
    'ERROR.WRONG_CREDENTIALS': 'Email or password is incorrect, or this account does not exist.',
    'ERROR.LOGIN_REFUSED': 'Login denied. Please try again later.',
    'ERROR.IDENTITY_WITHOUT_EMAIL':
      'The service did not tell us an email address, and your account needs one. Please allow it there, or register here with email and password.',
    'ERROR.IDENTITY_ACCOUNT_EXISTS':
      'There already is an account with this email address. Please log in here with your password within an hour; you can then allow this way in, too.',
    'ERROR.IDENTITY_OTHER':
      'The account with this email address is connected to another profile of this service. Please log in with that one or with your password.',
    'ERROR.ACCOUNT_UNKNOWN': 'This account does not exist (any more), or the link has been used already.',
    'ERROR.PAYMENT_REFUSED': 'The payment was declined. Nothing has been charged.',
    'ERROR.TARIFF_UNAVAILABLE': 'The chosen subscription is not available in your region. We show you the offer for your region.',
    'ERROR.MARKET_CLOSED':
      'We sell subscriptions only in Austria, Germany, Switzerland and Luxembourg. If you live there and are travelling, please pay with a card or bank account from there. Nothing has been charged.',
    'ERROR.MARKET_MISMATCH':
      'Your account is set up for a different country than your connection or payment details show. Please pay with a card or bank account from the country of your account, or change the region in your profile. Nothing has been charged.',
    'ERROR.MARKET_UNPROVED':
      'We could not tell which country you are in, and need to know it for VAT. Please pay with a card or bank account from the country of your account. If you use a VPN, please turn it off. Nothing has been charged.',
    'ERROR.MOVE_UNPROVED':
      'The region can only be changed to the country that your connection and your saved payment details show, too. If you have moved and this does not work, please write to us.',
    'ERROR.MOVED_LATELY': 'The region has been changed recently. You can change it again from {date}.',
    'ERROR.SECOND_SPECIAL_OFFER': 'It is not possible to switch from one special offer to another.',
    'ERROR.SUBSCRIBED_ALREADY': 'You have this subscription already.',
    'ERROR.WALLET_REFUSED': 'Request not accepted by server',
    'ERROR.CODE_INVALID': 'This code is invalid.',
    'ERROR.CODE_REDEEMED': 'You have redeemed this code already.',
    'ERROR.MAIL_NOT_SUBSCRIBED': 'This address does not receive emails from us. Please check the spelling, or write to us.',
    'ERROR.VERIFICATION_EXPIRED': 'This confirmation link has expired. Please request a new one when logging in.',
    'ERROR.NOT_VERIFIED': 'Please confirm your email address first. The link is in the email that we have sent you.',
    'ERROR.ALREADY_VERIFIED': 'This email address has been confirmed already.',
    'ERROR.SHARED_DEVICE': 'No issues are stored on a shared device.',
    'ERROR.CONTRACT_ACTIVE': 'This is not possible while a paid subscription is running. Please cancel it first.',
    'ERROR.SIGN_IN_TO_CONFIRM':
      'Log in to the account that is to have this address, and open the link again. Until then nothing changes.',
    'ERROR.TOO_MANY_LOGINS':
      'A wrong password has been tried too often. “Forgot your password?” helps at once: the link in the email lets you into your account right away.',
    'ERROR.LOGIN_STALE': 'For your safety: please log out and in again, and change the address right afterwards.',
    'ERROR.ACCOUNT_ERASING':
      'As requested, this account will be deleted on {date}. Until then the link in our email brings it back; afterwards you can register again.',
    'ERROR.OTHER_ACCOUNT': 'This browser is now logged in to a different account, so nothing was changed.',
    'ERROR.SECOND_FACTOR_PROGRAM':
      'This account is protected by a second factor that reading programs cannot ask for. Please read on our website or in our app.',
    'ERROR.SECOND_FACTOR_ASKED':
      'Your password is correct. Now please enter the code from your authenticator app. If this app does not ask for it, please log in on our website.',
    'ERROR.PASSKEY_REJECTED': 'That did not work with this passkey. Please try again, or log in with your password.',
    'ERROR.CONFIRMATION_REQUIRED': 'Please confirm first that it is you, with your password or a passkey.',
    'ERROR.CODE_WRONG': 'This code is wrong or has been used already.',
    'ERROR.SECOND_FACTOR_ENABLED': 'The second factor is switched on already.',
    'ERROR.TOO_MANY_DECLINED': 'Your payments were declined several times. Please ask your bank, and try again tomorrow.',
    'ERROR.TOO_MANY_PASSKEYS': 'An account cannot have more passkeys than this. Please remove one first.',
    'ERROR.NO_PASSWORD': 'This account has no password of its own: you log in with another service.',
    'ERROR.PAID_ALREADY': 'With your subscription you read without ads anyway. Promo codes are for free accounts.',
    'ERROR.OFFER_REDEEMED': 'You have redeemed this offer already.',
    'ERROR.OFFER_EXPIRED': 'This offer has expired.',
    'ERROR.ADDRESS_EXPIRED': 'This address has expired. Please reload the page.',
    'ERROR.ERROR403': 'The connection was refused. If you use a VPN, please turn it off and try again.',
    'ERROR.COOKIE.MISSING_SOCIAL_CONSENT': 'This needs your consent to social media. The privacy centre tells you more.',
    'ERROR.REGION_UNAVAILABLE': 'Sadly, this offer is not available in your country.',
    'ERROR.UNKNOWN': 'An unknown error has occurred',
  },
  fr: {
    'ERROR.OCCURRED': 'Une erreur est survenue',
    'ERROR.WRONG_INPUT': 'Une donnée est incorrecte. Veuillez vérifier votre saisie.',
    'ERROR.FORBIDDEN': 'Cela n’est pas autorisé ici.',
    'ERROR.RESOURCE_UNAVAILABLE': 'Ce que vous cherchez n’est pas (ou plus) disponible.',
    'ERROR.SERVICE_UNAVAILABLE': 'Le service est momentanément injoignable. Veuillez réessayer dans quelques minutes.',
    'ERROR.TOO_MANY_REQUESTS': 'Cela fait beaucoup de demandes à la fois. Veuillez patienter un instant.',
    'ERROR.NOT_SIGNED_IN': 'Veuillez vous connecter.',
    'ERROR.NOT_ENTITLED': 'Cette page fait partie d’une offre que vous n’avez pas encore.',
    'ERROR.WRONG_CREDENTIALS': 'L’adresse e-mail ou le mot de passe est incorrect, ou ce compte n’existe pas.',
    'ERROR.LOGIN_REFUSED': 'La connexion a été refusée. Veuillez réessayer plus tard.',
    'ERROR.IDENTITY_WITHOUT_EMAIL':
      'Ce service ne nous a communiqué aucune adresse e-mail, or votre compte en a besoin. Autorisez-la auprès du service, ou inscrivez-vous ici avec une adresse et un mot de passe.',
    'ERROR.IDENTITY_ACCOUNT_EXISTS':
      'Un compte existe déjà avec cette adresse e-mail. Connectez-vous ici avec votre mot de passe dans l’heure : vous pourrez alors autoriser aussi ce service.',
    'ERROR.IDENTITY_OTHER':
      'Le compte de cette adresse e-mail est lié à un autre profil de ce service. Connectez-vous avec ce profil ou avec votre mot de passe.',
    'ERROR.ACCOUNT_UNKNOWN': 'Ce compte n’existe pas (ou plus), ou le lien a déjà servi.',
    'ERROR.PAYMENT_REFUSED': 'Le paiement a été refusé. Rien n’a été débité.',
    'ERROR.TARIFF_UNAVAILABLE': 'Cet abonnement n’existe pas dans votre région. Nous vous présentons l’offre de votre région.',
    'ERROR.MARKET_CLOSED':
      'Nous vendons nos abonnements uniquement en Autriche, en Allemagne, en Suisse et au Luxembourg. Si vous y habitez et que vous êtes en voyage, payez avec une carte ou un compte bancaire de ce pays. Rien n’a été débité.',
    'ERROR.MARKET_MISMATCH':
      'Votre compte est établi pour un autre pays que celui qu’indiquent votre connexion ou vos données de paiement. Payez avec une carte ou un compte bancaire du pays de votre compte, ou changez la région dans votre profil. Rien n’a été débité.',
    'ERROR.MARKET_UNPROVED':
      'Nous n’avons pas pu établir dans quel pays vous êtes ; nous devons le savoir pour la TVA. Payez avec une carte ou un compte bancaire du pays de votre compte. Si vous utilisez un VPN, désactivez-le. Rien n’a été débité.',
    'ERROR.MOVE_UNPROVED':
      'La région ne peut être changée que pour le pays qu’indiquent aussi votre connexion et vos données de paiement enregistrées. Si vous avez déménagé et que cela ne fonctionne pas, écrivez-nous.',
    'ERROR.MOVED_LATELY': 'La région a été changée récemment. Vous pourrez la changer à nouveau à partir du {date}.',
    'ERROR.SECOND_SPECIAL_OFFER': 'On ne peut pas passer d’une offre spéciale à une autre.',
    'ERROR.SUBSCRIBED_ALREADY': 'Vous avez déjà cet abonnement.',
    'ERROR.WALLET_REFUSED': 'La demande n’a pas été acceptée par le serveur.',
    'ERROR.CODE_INVALID': 'Ce code n’est pas valable.',
    'ERROR.CODE_REDEEMED': 'Vous avez déjà utilisé ce code.',
    'ERROR.MAIL_NOT_SUBSCRIBED': 'Cette adresse ne reçoit pas d’e-mails de notre part. Vérifiez l’orthographe ou écrivez-nous.',
    'ERROR.VERIFICATION_EXPIRED': 'Ce lien de confirmation a expiré. Veuillez en demander un nouveau lors de la connexion.',
    'ERROR.NOT_VERIFIED':
      'Veuillez d’abord confirmer votre adresse e-mail. Le lien se trouve dans le message que nous vous avons envoyé.',
    'ERROR.ALREADY_VERIFIED': 'Cette adresse e-mail est déjà confirmée.',
    'ERROR.SHARED_DEVICE': 'Aucun numéro n’est enregistré sur un appareil partagé.',
    'ERROR.CONTRACT_ACTIVE': 'Ce n’est pas possible tant qu’un abonnement payant est en cours. Veuillez d’abord le résilier.',
    'ERROR.SIGN_IN_TO_CONFIRM':
      'Connectez-vous au compte qui doit recevoir cette adresse, puis ouvrez de nouveau le lien. D’ici là, rien ne change.',
    'ERROR.TOO_MANY_LOGINS':
      'Un mauvais mot de passe a été essayé trop souvent. « Mot de passe oublié ? » vous aide tout de suite : le lien de l’e-mail vous ouvre votre compte.',
    'ERROR.LOGIN_STALE':
      'Pour votre sécurité, veuillez vous déconnecter puis vous reconnecter, et modifier l’adresse aussitôt après.',
    'ERROR.ACCOUNT_ERASING':
      'Comme demandé, ce compte sera supprimé le {date}. D’ici là, le lien de notre e-mail le rétablit ; ensuite, vous pourrez vous réinscrire.',
    'ERROR.OTHER_ACCOUNT': 'Ce navigateur est désormais connecté à un autre compte : rien n’a été modifié.',
    'ERROR.SECOND_FACTOR_PROGRAM':
      'Ce compte est protégé par un second facteur que les logiciels de lecture ne savent pas demander. Lisez plutôt sur notre site ou dans notre application.',
    'ERROR.SECOND_FACTOR_ASKED':
      'Le mot de passe est correct. Saisissez maintenant le code de votre application d’authentification. Si cette application ne le demande pas, connectez-vous sur notre site.',
    'ERROR.PASSKEY_REJECTED': 'Cette clé d’accès n’a pas pu être vérifiée. Réessayez, ou connectez-vous avec votre mot de passe.',
    'ERROR.CONFIRMATION_REQUIRED': 'Confirmez d’abord que c’est bien vous, avec votre mot de passe ou une clé d’accès.',
    'ERROR.CODE_WRONG': 'Ce code est incorrect ou a déjà servi.',
    'ERROR.SECOND_FACTOR_ENABLED': 'Le second facteur est déjà activé.',
    'ERROR.TOO_MANY_DECLINED':
      'Vos paiements ont été refusés plusieurs fois. Renseignez-vous auprès de votre banque et réessayez demain.',
    'ERROR.TOO_MANY_PASSKEYS': 'Un compte ne peut pas avoir davantage de clés d’accès. Supprimez-en d’abord une.',
    'ERROR.NO_PASSWORD': 'Ce compte n’a pas de mot de passe propre : vous vous connectez par un autre service.',
    'ERROR.PAID_ALREADY':
      'Avec votre abonnement, vous lisez déjà sans publicité. Les codes promo sont destinés aux comptes gratuits.',
    'ERROR.OFFER_REDEEMED': 'Vous avez déjà profité de cette offre.',
    'ERROR.OFFER_EXPIRED': 'Cette offre a expiré.',
    'ERROR.ADDRESS_EXPIRED': 'Cette adresse a expiré. Veuillez recharger la page.',
    'ERROR.ERROR403': 'La connexion a été refusée. Si vous utilisez un VPN, désactivez-le et réessayez.',
    'ERROR.COOKIE.MISSING_SOCIAL_CONSENT':
      'Il nous faut votre accord pour les réseaux sociaux. Le centre de confidentialité vous en dit plus.',
    'ERROR.REGION_UNAVAILABLE': 'Cette offre n’est malheureusement pas disponible dans votre pays.',
    'ERROR.UNKNOWN': 'Une erreur inconnue est survenue',
  },
})

/** Words of every refusal by key, in one language: those of codes, and the more exact ones of form fields. */
export function refusalWords(language: Language): Record<string, string> {
  return { ...errorWords[language], ...validationWords[language], ...gateWords[language] }
}
