import { bundle } from './words.ts'

/** Emails about how an account is protected, and about attacks. */
export const securityLetterWords = bundle({
  de: {
    'LETTER.protection-changed.passkey-added': 'Ein neuer Passkey für Ihr Konto',
    'LETTER.protection-changed.passkey-added.BODY': 'bei {site} können Sie sich ab jetzt mit einem neuen Passkey anmelden.',
    'LETTER.protection-changed.passkey-removed': 'Ein Passkey wurde entfernt',
    'LETTER.protection-changed.passkey-removed.BODY':
      'ein Passkey Ihres Kontos bei {site} wurde entfernt. Mit ihm kann sich niemand mehr anmelden.',
    'LETTER.protection-changed.second-factor-enabled': 'Zweiter Faktor eingeschaltet',
    'LETTER.protection-changed.second-factor-enabled.BODY':
      'ab jetzt fragt {site} bei der Anmeldung mit Ihrem Passwort auch nach einem Code aus Ihrer Authenticator-App. Bewahren Sie die Wiederherstellungscodes gut auf: Mit ihnen kommen Sie auch ohne die App in Ihr Konto. Leseprogramme können diesen Code nicht abfragen und sind deshalb abgemeldet.',
    'LETTER.protection-changed.second-factor-disabled': 'Zweiter Faktor ausgeschaltet',
    'LETTER.protection-changed.second-factor-disabled.BODY':
      '{site} fragt bei der Anmeldung nicht mehr nach einem Code. Ihr Passwort genügt wieder.',
    'LETTER.protection-changed.YOURS': 'Waren Sie das selbst, ist alles in Ordnung, und Sie brauchen nichts zu tun.',
    'LETTER.protection-changed.NOT_YOU':
      'Waren Sie es nicht? Dann wählen Sie bitte gleich ein neues Passwort, melden Sie sich auf der Seite „Sicherheit“ überall sonst ab, und schreiben Sie uns an {mail}.',
    'LETTER.protection-changed.BUTTON': 'Zur Seite „Sicherheit“',
    'LETTER.protection-changed.second-factor-reset': 'Zweiter Faktor von uns entfernt',
    'LETTER.protection-changed.second-factor-reset.BODY':
      'wir haben den zweiten Faktor und die Wiederherstellungscodes Ihres Kontos bei {site} entfernt und alle Anmeldungen beendet, weil uns geschrieben wurde, dass App und Codes verloren sind. Ihr Passwort genügt wieder.',
    'LETTER.protection-changed.passkeys-reset': 'Zweiter Faktor und Passkeys von uns entfernt',
    'LETTER.protection-changed.passkeys-reset.BODY':
      'wir haben den zweiten Faktor, die Wiederherstellungscodes und alle Passkeys Ihres Kontos bei {site} entfernt und alle Anmeldungen beendet, weil uns geschrieben wurde, dass sie verloren sind. Ihr Passwort genügt wieder.',
    'LETTER.protection-changed.RESET_YOURS':
      'Haben Sie uns darum gebeten, melden Sie sich bitte neu an, und schalten Sie den zweiten Faktor auf der Seite „Sicherheit“ wieder ein.',
    'LETTER.protection-changed.RESET_NOT_YOU':
      'Haben Sie uns nicht darum gebeten? Dann wählen Sie bitte gleich ein neues Passwort, und schreiben Sie uns an {mail}.',
    'LETTER.security-storm.SUBJECT': '{site}: {what}',
    'LETTER.security-storm.EVENTS': 'Ereignisse in der letzten Stunde',
    'LETTER.security-storm.NETWORKS': 'Netze, aus denen sie kommen',
    'LETTER.security-storm.MOST': 'Davon aus dem häufigsten Netz',
    'LETTER.security-storm.ACCOUNTS': 'Betroffene Konten',
    'LETTER.security-storm.TIME': 'Bemerkt',
    'LETTER.security-storm.LIST': 'Die einzelnen Ereignisse zeigt auf dem Server:',
    'LETTER.security-storm.AGAIN': 'Hält es an, schreiben wir Ihnen dazu frühestens nach sechs Stunden wieder.',
    'LETTER.security-storm.REASON': 'Sie bekommen diese E-Mail, weil Sie {site} betreiben.',
    'LETTER.security-storm.sign-in.rejected': 'ungewöhnlich viele abgelehnte Anmeldungen',
    'LETTER.security-storm.sign-in.rejected.BODY':
      'Vermutlich probiert jemand Passwörter durch. Wer zu oft falsch liegt, muss warten; prüfen Sie, ob ein Netz heraussticht, das Sie vor dem Server sperren können.',
    'LETTER.security-storm.second-factor.rejected': 'ungewöhnlich viele falsche Codes bei der Anmeldung',
    'LETTER.security-storm.second-factor.rejected.BODY':
      'Jemand kennt richtige Passwörter und rät den zweiten Faktor. Die betroffenen Konten brauchen ein neues Passwort.',
    'LETTER.security-storm.token.rejected': 'ungewöhnlich viele ungültige Links und Schlüssel',
    'LETTER.security-storm.token.rejected.BODY':
      'Jemand probiert erfundene Links aus E-Mails oder Anmeldeschlüssel aus. Prüfen Sie, ob ein Netz heraussticht, das Sie vor dem Server sperren können.',
    'LETTER.security-storm.voucher.rejected': 'ungewöhnlich viele ungültige Gutscheincodes',
    'LETTER.security-storm.voucher.rejected.BODY':
      'Vermutlich rät jemand Gutscheincodes. Prüfen Sie, ob zuletzt Gutscheine eingelöst wurden, die niemand haben sollte.',
    'LETTER.security-storm.registration.started': 'ungewöhnlich viele Registrierungen',
    'LETTER.security-storm.registration.started.BODY':
      'Vermutlich legt ein Programm Konten an, oder es lässt fremden Adressen E-Mails schicken. Behalten Sie im Auge, wie viele E-Mails zurückkommen.',
    'LETTER.security-storm.recovery.requested': 'ungewöhnlich viele Bitten um ein neues Passwort',
    'LETTER.security-storm.recovery.requested.BODY':
      'Vermutlich lässt jemand fremden Adressen E-Mails schicken oder sucht Adressen, die ein Konto haben. Jede Adresse bekommt nur wenige davon.',
    'LETTER.security-storm.limit.reached': 'ungewöhnlich viele Anfragen über den Grenzen',
    'LETTER.security-storm.limit.reached.BODY':
      'Viele Netze fragen mehr, als erlaubt ist, und werden abgewiesen. Wird der Server langsam, sperren Sie die häufigsten Netze davor.',
    'LETTER.security-storm.scraping.suspected': 'Verdacht auf massenhaftes Abrufen von Texten',
    'LETTER.security-storm.scraping.suspected.BODY':
      'Jemand sucht so viel, wie niemand liest; vermutlich sollen ganze Ausgaben abgeschrieben werden. Prüfen Sie die betroffenen Konten.',
  },
  en: {
    'LETTER.protection-changed.passkey-added': 'A new passkey for your account',
    'LETTER.protection-changed.passkey-added.BODY': 'From now on you can log in to {site} with a new passkey.',
    'LETTER.protection-changed.passkey-removed': 'A passkey was removed',
    'LETTER.protection-changed.passkey-removed.BODY':
      'A passkey of your account at {site} was removed. Nobody can log in with it any more.',
    'LETTER.protection-changed.second-factor-enabled': 'Second factor switched on',
    'LETTER.protection-changed.second-factor-enabled.BODY':
      'From now on {site} asks for a code from your authenticator app when you log in with your password. Keep your recovery codes in a safe place: with them you get into your account without the app. Reading programs cannot ask for this code, so they have been logged out.',
    'LETTER.protection-changed.second-factor-disabled': 'Second factor switched off',
    'LETTER.protection-changed.second-factor-disabled.BODY':
      '{site} no longer asks for a code when you log in. Your password alone is enough again.',
    'LETTER.protection-changed.YOURS': 'If that was you, all is well and there is nothing to do.',
    'LETTER.protection-changed.NOT_YOU':
      'If it was not you, please choose a new password right away, log out everywhere else on the page “Security”, and write to us at {mail}.',
    'LETTER.protection-changed.BUTTON': 'To the page “Security”',
    'LETTER.protection-changed.second-factor-reset': 'We removed your second factor',
    'LETTER.protection-changed.second-factor-reset.BODY':
      'We removed the second factor and the recovery codes of your account at {site} and ended every login, because somebody wrote to us that the app and the codes are lost. Your password alone is enough again.',
    'LETTER.protection-changed.passkeys-reset': 'We removed your second factor and passkeys',
    'LETTER.protection-changed.passkeys-reset.BODY':
      'We removed the second factor, the recovery codes and all passkeys of your account at {site} and ended every login, because somebody wrote to us that they are lost. Your password alone is enough again.',
    'LETTER.protection-changed.RESET_YOURS':
      'If you asked us to, please log in again and switch the second factor back on, on the page “Security”.',
    'LETTER.protection-changed.RESET_NOT_YOU':
      'If you did not ask us to, please choose a new password right away and write to us at {mail}.',
    'LETTER.security-storm.SUBJECT': '{site}: {what}',
    'LETTER.security-storm.EVENTS': 'Events in the last hour',
    'LETTER.security-storm.NETWORKS': 'Networks they come from',
    'LETTER.security-storm.MOST': 'Of these, from the most frequent network',
    'LETTER.security-storm.ACCOUNTS': 'Accounts affected',
    'LETTER.security-storm.TIME': 'Noticed',
    'LETTER.security-storm.LIST': 'To see the events one by one, run on the server:',
    'LETTER.security-storm.AGAIN': 'If it goes on, we write to you about it again after six hours at the earliest.',
    'LETTER.security-storm.REASON': 'You get this email because you run {site}.',
    'LETTER.security-storm.sign-in.rejected': 'unusually many rejected logins',
    'LETTER.security-storm.sign-in.rejected.BODY':
      'Somebody is probably trying out passwords. Whoever is wrong too often has to wait; check whether one network stands out that you can block in front of the server.',
    'LETTER.security-storm.second-factor.rejected': 'unusually many wrong codes at login',
    'LETTER.security-storm.second-factor.rejected.BODY':
      'Somebody knows correct passwords and is guessing the second factor. The accounts affected need a new password.',
    'LETTER.security-storm.token.rejected': 'unusually many invalid links and tokens',
    'LETTER.security-storm.token.rejected.BODY':
      'Somebody is trying invented links of emails or login tokens. Check whether one network stands out that you can block in front of the server.',
    'LETTER.security-storm.voucher.rejected': 'unusually many invalid voucher codes',
    'LETTER.security-storm.voucher.rejected.BODY':
      'Somebody is probably guessing voucher codes. Check whether vouchers were redeemed lately that nobody should have.',
    'LETTER.security-storm.registration.started': 'unusually many registrations',
    'LETTER.security-storm.registration.started.BODY':
      'A program is probably creating accounts, or having emails sent to other people’s addresses. Keep an eye on how many emails come back.',
    'LETTER.security-storm.recovery.requested': 'unusually many requests for a new password',
    'LETTER.security-storm.recovery.requested.BODY':
      'Somebody is probably having emails sent to other people’s addresses, or looking for addresses that have an account. Each address gets only a few of them.',
    'LETTER.security-storm.limit.reached': 'unusually many requests beyond the limits',
    'LETTER.security-storm.limit.reached.BODY':
      'Many networks ask for more than is allowed and are rejected. If the server gets slow, block the most frequent networks in front of it.',
    'LETTER.security-storm.scraping.suspected': 'suspected copying of texts in bulk',
    'LETTER.security-storm.scraping.suspected.BODY':
      'Somebody is searching more than anyone reads, probably to copy whole issues. Check the accounts affected.',
  },
  fr: {
    'LETTER.protection-changed.passkey-added': 'Une nouvelle clé d’accès pour votre compte',
    'LETTER.protection-changed.passkey-added.BODY':
      'Vous pouvez désormais vous connecter à {site} avec une nouvelle clé d’accès.',
    'LETTER.protection-changed.passkey-removed': 'Une clé d’accès a été supprimée',
    'LETTER.protection-changed.passkey-removed.BODY':
      'Une clé d’accès de votre compte {site} a été supprimée. Plus personne ne peut se connecter avec elle.',
    'LETTER.protection-changed.second-factor-enabled': 'Second facteur activé',
    'LETTER.protection-changed.second-factor-enabled.BODY':
      'Désormais, {site} vous demande aussi un code de votre application d’authentification lorsque vous vous connectez avec votre mot de passe. Gardez vos codes de secours en lieu sûr : ils ouvrent votre compte même sans l’application. Les logiciels de lecture ne savent pas demander ce code et ont donc été déconnectés.',
    'LETTER.protection-changed.second-factor-disabled': 'Second facteur désactivé',
    'LETTER.protection-changed.second-factor-disabled.BODY':
      '{site} ne demande plus de code à la connexion. Votre mot de passe suffit de nouveau.',
    'LETTER.protection-changed.YOURS': 'Si c’était vous, tout va bien et vous n’avez rien à faire.',
    'LETTER.protection-changed.NOT_YOU':
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, déconnectez-vous partout ailleurs sur la page « Sécurité » et écrivez-nous à {mail}.',
    'LETTER.protection-changed.BUTTON': 'Vers la page « Sécurité »',
    'LETTER.protection-changed.second-factor-reset': 'Nous avons supprimé votre second facteur',
    'LETTER.protection-changed.second-factor-reset.BODY':
      'Nous avons supprimé le second facteur et les codes de secours de votre compte {site} et mis fin à toutes les connexions, car on nous a écrit que l’application et les codes étaient perdus. Votre mot de passe suffit de nouveau.',
    'LETTER.protection-changed.passkeys-reset': 'Nous avons supprimé second facteur et clés d’accès',
    'LETTER.protection-changed.passkeys-reset.BODY':
      'Nous avons supprimé le second facteur, les codes de secours et toutes les clés d’accès de votre compte {site} et mis fin à toutes les connexions, car on nous a écrit qu’ils étaient perdus. Votre mot de passe suffit de nouveau.',
    'LETTER.protection-changed.RESET_YOURS':
      'Si vous nous l’avez demandé, reconnectez-vous et réactivez le second facteur sur la page « Sécurité ».',
    'LETTER.protection-changed.RESET_NOT_YOU':
      'Vous ne nous avez rien demandé ? Choisissez tout de suite un nouveau mot de passe et écrivez-nous à {mail}.',
    'LETTER.security-storm.SUBJECT': '{site} : {what}',
    'LETTER.security-storm.EVENTS': 'Événements de la dernière heure',
    'LETTER.security-storm.NETWORKS': 'Réseaux d’où ils viennent',
    'LETTER.security-storm.MOST': 'Dont ceux du réseau le plus fréquent',
    'LETTER.security-storm.ACCOUNTS': 'Comptes concernés',
    'LETTER.security-storm.TIME': 'Constaté',
    'LETTER.security-storm.LIST': 'Pour voir chaque événement, lancez sur le serveur :',
    'LETTER.security-storm.AGAIN': 'Si cela continue, nous vous écrirons de nouveau à ce sujet, au plus tôt dans six heures.',
    'LETTER.security-storm.REASON': 'Vous recevez cet e-mail parce que vous exploitez {site}.',
    'LETTER.security-storm.sign-in.rejected': 'un nombre inhabituel de connexions refusées',
    'LETTER.security-storm.sign-in.rejected.BODY':
      'Quelqu’un essaie sans doute des mots de passe. Qui se trompe trop souvent doit attendre ; vérifiez si un réseau se détache, que vous pourriez bloquer en amont du serveur.',
    'LETTER.security-storm.second-factor.rejected': 'un nombre inhabituel de codes erronés à la connexion',
    'LETTER.security-storm.second-factor.rejected.BODY':
      'Quelqu’un connaît de vrais mots de passe et cherche à deviner le second facteur. Les comptes concernés ont besoin d’un nouveau mot de passe.',
    'LETTER.security-storm.token.rejected': 'un nombre inhabituel de liens et de jetons refusés',
    'LETTER.security-storm.token.rejected.BODY':
      'Quelqu’un essaie des liens d’e-mails ou des jetons de connexion inventés. Vérifiez si un réseau se détache, que vous pourriez bloquer en amont du serveur.',
    'LETTER.security-storm.voucher.rejected': 'un nombre inhabituel de codes promo refusés',
    'LETTER.security-storm.voucher.rejected.BODY':
      'Quelqu’un cherche sans doute à deviner des codes promo. Vérifiez si des codes que personne ne devrait avoir ont été utilisés récemment.',
    'LETTER.security-storm.registration.started': 'un nombre inhabituel d’inscriptions',
    'LETTER.security-storm.registration.started.BODY':
      'Un programme crée sans doute des comptes, ou fait envoyer des e-mails à des adresses d’autrui. Surveillez le nombre d’e-mails qui reviennent.',
    'LETTER.security-storm.recovery.requested': 'un nombre inhabituel de demandes de mot de passe',
    'LETTER.security-storm.recovery.requested.BODY':
      'Quelqu’un fait sans doute envoyer des e-mails à des adresses d’autrui, ou cherche quelles adresses ont un compte. Chaque adresse n’en reçoit que quelques-uns.',
    'LETTER.security-storm.limit.reached': 'un nombre inhabituel de requêtes au-delà des limites',
    'LETTER.security-storm.limit.reached.BODY':
      'De nombreux réseaux demandent plus que ce qui est permis et sont refusés. Si le serveur ralentit, bloquez en amont les réseaux les plus fréquents.',
    'LETTER.security-storm.scraping.suspected': 'des textes semblent copiés en masse',
    'LETTER.security-storm.scraping.suspected.BODY':
      'Quelqu’un fait plus de recherches que personne n’en lit, sans doute pour copier des numéros entiers. Vérifiez les comptes concernés.',
  },
})
