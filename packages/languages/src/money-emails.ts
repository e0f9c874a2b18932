import { bundle } from './words.ts'

/** E-mails about money that came or went by itself, and about changes of how a subscription is paid. After a German greeting the sentence goes on in lower case. */
export const moneyEmailWords = bundle({
  de: {
    'LETTER.dispute-won.SUBJECT': 'Ihre Rechnung {number}',
    'LETTER.dispute-won.TITLE': 'Die Rückbuchung ist aufgehoben',
    'LETTER.dispute-won.BODY':
      'Ihre Bank hatte {amount} für {tariff} zurückgeholt und uns den Betrag nun wieder überwiesen. Die {correction} {corrected} gilt damit nicht mehr; die Rechnung {number} liegt dieser Mail bei.',
    'LETTER.dispute-won.RUNS': 'Ihr bezahlter Zeitraum läuft wieder, bis {day}. Danach wird nichts mehr verrechnet.',
    'LETTER.dispute-won.OVER': 'Ihr Abo bleibt beendet. Es wird nichts mehr verrechnet.',
    'LETTER.late-payment-returned.SUBJECT': 'Wir überweisen Ihnen {amount} zurück',
    'LETTER.late-payment-returned.TITLE': 'Diese Zahlung geht zurück',
    'LETTER.late-payment-returned.BODY':
      'von {method} haben wir {amount} für {tariff} erhalten. Dafür konnte kein Abo mehr beginnen oder weiterlaufen: Die Bestätigung kam zu spät, oder es gab schon ein anderes.',
    'LETTER.late-payment-returned.BACK':
      'Der ganze Betrag geht dorthin zurück, von wo er kam. Das dauert meist nur ein paar Tage.',
    'LETTER.late-payment-returned.AGAIN': 'Möchten Sie lesen? Dann bestellen Sie bitte noch einmal.',
    'LETTER.late-payment-returned.BUTTON': 'Zu den Abos',
    'LETTER.payment-data-changed.SUBJECT': 'Ihre Zahlungsdaten wurden geändert',
    'LETTER.payment-data-changed.TITLE': 'Neue Zahlungsdaten',
    'LETTER.payment-data-changed.BODY':
      'Ihr Abo {tariff} wird ab jetzt mit {method} bezahlt. Die Daten von vorher haben wir gelöscht.',
    'LETTER.payment-data-changed.NOT_YOU':
      'Waren Sie das nicht? Dann ändern Sie bitte Ihr Passwort und schreiben Sie uns: {mail}.',
    'LETTER.cancellation-taken-back.SUBJECT': 'Ihr Abo läuft weiter',
    'LETTER.cancellation-taken-back.TITLE': 'Ihr Abo läuft weiter',
    'LETTER.cancellation-taken-back.BODY': 'Sie haben die Kündigung Ihres Abos {tariff} am {at} zurückgenommen.',
    'LETTER.cancellation-taken-back.NEXT': 'Die nächste Zahlung ist am {day} fällig: {price} für weitere 30 Tage.',
    'LETTER.cancellation-taken-back.NOT_YOU': 'Waren Sie das nicht? In Ihrem Konto können Sie jederzeit wieder kündigen.',
  },
  en: {
    'LETTER.dispute-won.SUBJECT': 'Your invoice {number}',
    'LETTER.dispute-won.TITLE': 'The chargeback has been reversed',
    'LETTER.dispute-won.BODY':
      'Your bank had taken back {amount} for {tariff} and has now paid it to us again. The {correction} {corrected} no longer applies; invoice {number} is attached.',
    'LETTER.dispute-won.RUNS': 'The period you paid for is running again, until {day}. Nothing more will be charged after that.',
    'LETTER.dispute-won.OVER': 'Your subscription remains ended. Nothing more will be charged.',
    'LETTER.late-payment-returned.SUBJECT': 'We are returning {amount} to you',
    'LETTER.late-payment-returned.TITLE': 'This payment goes back',
    'LETTER.late-payment-returned.BODY':
      'We received {amount} for {tariff} from {method}. No subscription could begin or continue with it: the confirmation came too late, or there was already another one.',
    'LETTER.late-payment-returned.BACK': 'The whole amount goes back to where it came from, usually within a few days.',
    'LETTER.late-payment-returned.AGAIN': 'Would you like to read? Then please order again.',
    'LETTER.late-payment-returned.BUTTON': 'See the subscriptions',
    'LETTER.payment-data-changed.SUBJECT': 'Your payment details have been changed',
    'LETTER.payment-data-changed.TITLE': 'New payment details',
    'LETTER.payment-data-changed.BODY':
      'Your subscription {tariff} is now paid by {method}. We have deleted the previous details.',
    'LETTER.payment-data-changed.NOT_YOU': 'Was this not you? Then please change your password and write to us: {mail}.',
    'LETTER.cancellation-taken-back.SUBJECT': 'Your subscription continues',
    'LETTER.cancellation-taken-back.TITLE': 'Your subscription continues',
    'LETTER.cancellation-taken-back.BODY': 'On {at} you withdrew the cancellation of your subscription {tariff}.',
    'LETTER.cancellation-taken-back.NEXT': 'The next payment is due on {day}: {price} for another 30 days.',
    'LETTER.cancellation-taken-back.NOT_YOU': 'Was this not you? You can cancel again in your account at any time.',
  },
  fr: {
    'LETTER.dispute-won.SUBJECT': 'Votre facture {number}',
    'LETTER.dispute-won.TITLE': 'La contestation est annulée',
    'LETTER.dispute-won.BODY':
      'Votre banque avait repris {amount} pour {tariff} et nous les a versés de nouveau. La {correction} {corrected} ne s’applique donc plus ; la facture {number} est jointe.',
    'LETTER.dispute-won.RUNS': 'La période payée court de nouveau, jusqu’au {day}. Plus rien ne sera prélevé ensuite.',
    'LETTER.dispute-won.OVER': 'Votre abonnement reste terminé. Plus rien ne sera prélevé.',
    'LETTER.late-payment-returned.SUBJECT': 'Nous vous rendons {amount}',
    'LETTER.late-payment-returned.TITLE': 'Ce paiement vous est rendu',
    'LETTER.late-payment-returned.BODY':
      'Nous avons reçu {amount} pour {tariff} de {method}. Aucun abonnement n’a pu commencer ni continuer : la confirmation est arrivée trop tard, ou il y en avait déjà un autre.',
    'LETTER.late-payment-returned.BACK': 'Le montant entier retourne là d’où il est venu, le plus souvent en quelques jours.',
    'LETTER.late-payment-returned.AGAIN': 'Vous souhaitez lire ? Commandez de nouveau, s’il vous plaît.',
    'LETTER.late-payment-returned.BUTTON': 'Voir les abonnements',
    'LETTER.payment-data-changed.SUBJECT': 'Vos données de paiement ont été modifiées',
    'LETTER.payment-data-changed.TITLE': 'Nouvelles données de paiement',
    'LETTER.payment-data-changed.BODY':
      'Votre abonnement {tariff} est désormais payé par {method}. Nous avons effacé les données précédentes.',
    'LETTER.payment-data-changed.NOT_YOU': 'Ce n’était pas vous ? Changez alors votre mot de passe et écrivez-nous : {mail}.',
    'LETTER.cancellation-taken-back.SUBJECT': 'Votre abonnement continue',
    'LETTER.cancellation-taken-back.TITLE': 'Votre abonnement continue',
    'LETTER.cancellation-taken-back.BODY': 'Le {at}, vous avez retiré la résiliation de votre abonnement {tariff}.',
    'LETTER.cancellation-taken-back.NEXT': 'Le prochain paiement est dû le {day} : {price} pour 30 jours de plus.',
    'LETTER.cancellation-taken-back.NOT_YOU':
      'Ce n’était pas vous ? Vous pouvez résilier de nouveau à tout moment dans votre compte.',
  },
})
