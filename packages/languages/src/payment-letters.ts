import { bundle } from './words.ts'

/** Mails about contracts and their payment. After a German greeting the sentence goes on in lower case. */
export const paymentLetterWords = bundle({
  de: {
    'LETTER.FACT_CONTRACT': 'Vertrag',
    'LETTER.FACT_TARIFF': 'Abo',
    'LETTER.FACT_PRICE': 'Preis',
    'LETTER.FACT_BEGIN': 'Beginn',
    'LETTER.FACT_PERIOD': 'Erste 30 Tage bis',
    'LETTER.FACT_METHOD': 'Bezahlt mit',
    'LETTER.FACT_MANDATE': 'Mandatsreferenz',
    'LETTER.FACT_CREDITOR': 'Gläubiger-ID',
    'LETTER.FACT_SELLER': 'Ihr Vertragspartner',
    'LETTER.FACT_CONTACT': 'Fragen dazu',
    'LETTER.FACT_CREDIT': 'Guthaben aus {contract}',
    'LETTER.FACT_TAKEN': 'Bezahlt',
    'LETTER.FACT_TO_TAKE': 'Wird abgebucht',
    'LETTER.FILE_terms': 'Nutzungsbedingungen',
    'LETTER.FILE_withdrawal': 'Widerrufsbelehrung und Formular',
    'LETTER.TO_INVOICES': 'Zu Ihren Rechnungen',
    'LETTER.TO_CONTRACT': 'Zu Ihrem Abo',
    'LETTER.CANCEL_HERE': 'Verträge hier kündigen',
    'LETTER.WITHDRAW_HERE': 'Vertrag widerrufen',
    'LETTER.TERMS': 'Nutzungsbedingungen lesen',
    'LETTER.contract-confirmed.SUBJECT': 'Bestätigung Ihres Abos bei {site}',
    'LETTER.contract-confirmed.TITLE': 'Schön, dass Sie mehr lesen',
    'LETTER.contract-confirmed.BODY': 'danke für Ihre Bestellung. Ihr Abo läuft, lesen Sie gleich los. Das haben wir vereinbart:',
    'LETTER.contract-confirmed.RENEWAL':
      'Ihr Abo verlängert sich um jeweils 30 Tage. Kündigen können Sie jederzeit zum Ende der laufenden 30 Tage, spätestens {days} Tage davor: in Ihrem Konto oder ohne Anmeldung über den Knopf unten.',
    'LETTER.contract-confirmed.DECLARED': 'Am {at} haben Sie uns erklärt:',
    'LETTER.contract-confirmed.GIVEN_UP_MEANS': 'Wir haben danach sofort begonnen; damit ist Ihr Widerrufsrecht erloschen.',
    'LETTER.contract-confirmed.WITHDRAWAL':
      'Sie können diesen Vertrag bis {day} ohne Angabe von Gründen widerrufen, mit dem Knopf unten oder formlos an {mail}. Was Sie bezahlt haben, bekommen Sie dann zurück.',
    'LETTER.contract-confirmed.WITHDRAWAL_KEPT':
      'Sie können diesen Vertrag bis {day} ohne Angabe von Gründen widerrufen, mit dem Knopf unten oder formlos an {mail}. Sie bekommen dann zurück, was von Ihrer Zahlung auf die Zeit danach entfällt.',
    'LETTER.contract-confirmed.INVOICE':
      'Dieser Mail liegen Ihre Rechnung, unsere Nutzungsbedingungen und die Widerrufsbelehrung mit dem Formular bei. Heben Sie sie bitte auf.',
    'LETTER.contract-confirmed.INVOICE_LATER':
      'Ihre Rechnung kommt mit der nächsten Mail, sobald die Lastschrift bei uns eingegangen ist. Dieser Mail liegen unsere Nutzungsbedingungen und die Widerrufsbelehrung mit dem Formular bei. Heben Sie sie bitte auf.',
    'LETTER.contract-confirmed.FIRST_DEBIT': 'Die erste Lastschrift ziehen wir am {day} ein: {amount} von Ihrem Konto {method}.',
    'LETTER.contract-confirmed.UPGRADE': 'Ihr bisheriges Abo {tariff} (Vertrag {contract}) hat damit am {day} geendet.',
    'LETTER.contract-confirmed.UPGRADE_CREDIT':
      'Was davon bezahlt und noch nicht verbraucht war, {credit}, haben wir auf die ersten 30 Tage angerechnet.',
    'LETTER.contract-confirmed.UPGRADE_REST': 'Davon bleiben {rest}; dieser Betrag geht dorthin zurück, von wo er kam.',
    'LETTER.contract-confirmed.UPGRADE_BACK':
      'Was davon bezahlt und noch nicht verbraucht war, geht über {method} an Sie zurück.',
    'LETTER.invoice.SUBJECT': 'Ihre Rechnung {number}',
    'LETTER.invoice.TITLE': 'Bezahlt, danke',
    'LETTER.invoice.BODY':
      'für {tariff}, {from} bis {to}, haben wir {amount} erhalten. Die Rechnung {number} liegt dieser Mail bei.',
    'LETTER.invoice.NEXT': 'Die nächste Zahlung ist am {day} fällig: {price} für weitere 30 Tage.',
    'LETTER.invoice.LAST': 'Ihr Abo ist gekündigt und endet am {day}. Es folgt keine weitere Zahlung.',
    'LETTER.charge-declined.SUBJECT': 'Ihre Zahlung hat nicht geklappt',
    'LETTER.charge-declined.TITLE': 'Das hat nicht geklappt',
    'LETTER.charge-declined.BODY':
      'wir wollten {amount} für {tariff} von {method} abbuchen; das wurde abgelehnt. Bis {until} lesen Sie trotzdem weiter wie gewohnt.',
    'LETTER.charge-declined.NEXT':
      'Am {day} versuchen wir es noch einmal. Ist die Karte abgelaufen oder das Konto ein anderes, hinterlegen Sie bitte bis dahin neue Zahlungsdaten.',
    'LETTER.charge-declined.ENDS': 'Klappt es auch danach nicht, endet Ihr Abo von selbst, ohne weitere Kosten.',
    'LETTER.charge-declined.REFUSED':
      'Mit diesen Zahlungsdaten versuchen wir es nicht noch einmal. Hinterlegen Sie bitte bis {until} andere: dann buchen wir gleich ab, und Ihr Abo läuft ohne Unterbrechung weiter.',
    'LETTER.charge-declined.ENDS_UNPAID': 'Tun Sie nichts, endet Ihr Abo am {end} von selbst, ohne weitere Kosten.',
    'LETTER.charge-declined.BUTTON': 'Zahlungsdaten ändern',
    'LETTER.contract-ended.SUBJECT': 'Ihr Abo bei {site} ist beendet',
    'LETTER.contract-ended.TITLE': 'Ihr Abo ist beendet',
    'LETTER.contract-ended.BODY': 'Ihr Abo {tariff} ist seit {day} beendet. Es wird nichts mehr verrechnet.',
    'LETTER.contract-ended.UNAGREED':
      'Dem neuen Preis haben Sie nicht zugestimmt; darum haben wir das Abo nicht mehr verlängert.',
    'LETTER.contract-ended.UNPAID': 'Die letzte Zahlung ist leider nicht gelungen; darum endet es jetzt.',
    'LETTER.contract-ended.KEPT': 'Ihr Konto, Ihre Lesezeichen und Ihre Rechnungen bleiben. Magazine lesen Sie weiter gratis.',
    'LETTER.contract-ended.BUTTON': 'Wieder einsteigen',
    'LETTER.contract-cancelled.SUBJECT': 'Ihr Abo ist gekündigt',
    'LETTER.contract-cancelled.TITLE': 'Ihr Abo ist gekündigt',
    'LETTER.contract-cancelled.BODY':
      'Sie haben Ihr Abo {tariff} am {at} gekündigt. Es endet am {day}; bis dahin lesen Sie weiter.',
    'LETTER.contract-cancelled.LATE':
      'Bis zum Ende der laufenden 30 Tage waren es weniger als {days} Tage. Darum gilt die Kündigung für das Ende der nächsten 30 Tage, die noch verrechnet werden.',
    'LETTER.contract-cancelled.BACK': 'Haben Sie es sich anders überlegt? Bis dahin können Sie die Kündigung zurücknehmen.',
    'LETTER.credit-note.SUBJECT': 'Ihre {correction} {number}',
    'LETTER.credit-note.TITLE': 'Ihre Rechnung ist berichtigt',
    'LETTER.credit-note.BODY':
      'wir haben Ihnen zur Rechnung {invoice} {amount} gutgeschrieben. Die {correction} {number} liegt dieser Mail bei.',
    'LETTER.credit-note.WAY': 'Der Betrag geht dorthin zurück, von wo er kam. Das dauert meist nur ein paar Tage.',
    'LETTER.credit-note.RETURNED': 'Den Betrag hat Ihre Bank schon zurückgeholt; von uns kommt daher nichts mehr.',
    'LETTER.debit-announced.SUBJECT': 'Am {day} buchen wir {amount} ab',
    'LETTER.debit-announced.TITLE': 'Ihre nächste Lastschrift',
    'LETTER.debit-announced.BODY':
      'am {day} ziehen wir {amount} für {tariff} per SEPA-Lastschrift von Ihrem Konto {method} ein, für 30 Tage bis {until}.',
    'LETTER.debit-announced.CANCEL': 'Möchten Sie nicht verlängern? Dann kündigen Sie bitte bis {last}.',
  },
  en: {
    'LETTER.FACT_CONTRACT': 'Contract',
    'LETTER.FACT_TARIFF': 'Subscription',
    'LETTER.FACT_PRICE': 'Price',
    'LETTER.FACT_BEGIN': 'Begins',
    'LETTER.FACT_PERIOD': 'First 30 days until',
    'LETTER.FACT_METHOD': 'Paid with',
    'LETTER.FACT_MANDATE': 'Mandate reference',
    'LETTER.FACT_CREDITOR': 'Creditor ID',
    'LETTER.FACT_SELLER': 'Your contract is with',
    'LETTER.FACT_CONTACT': 'Questions',
    'LETTER.FACT_CREDIT': 'Credit from {contract}',
    'LETTER.FACT_TAKEN': 'Paid',
    'LETTER.FACT_TO_TAKE': 'To be collected',
    'LETTER.FILE_terms': 'Terms of use',
    'LETTER.FILE_withdrawal': 'Withdrawal instructions and form',
    'LETTER.TO_INVOICES': 'Your invoices',
    'LETTER.TO_CONTRACT': 'Your subscription',
    'LETTER.CANCEL_HERE': 'Cancel contracts here',
    'LETTER.WITHDRAW_HERE': 'Withdraw from a contract',
    'LETTER.TERMS': 'Read the terms of use',
    'LETTER.contract-confirmed.SUBJECT': 'Your subscription to {site} is confirmed',
    'LETTER.contract-confirmed.TITLE': 'Thank you for subscribing',
    'LETTER.contract-confirmed.BODY': 'Your subscription is running; start reading right away. This is what we agreed:',
    'LETTER.contract-confirmed.RENEWAL':
      'Your subscription renews for 30 days at a time. You can cancel whenever you like for the end of the current 30 days, at least {days} days ahead: in your account, or without logging in with the button below.',
    'LETTER.contract-confirmed.DECLARED': 'On {at} you told us:',
    'LETTER.contract-confirmed.GIVEN_UP_MEANS': 'We began at once; with that your right of withdrawal has ended.',
    'LETTER.contract-confirmed.WITHDRAWAL':
      'You may withdraw from this contract until {day} without giving a reason, with the button below or informally at {mail}. You then get back what you have paid.',
    'LETTER.contract-confirmed.WITHDRAWAL_KEPT':
      'You may withdraw from this contract until {day} without giving a reason, with the button below or informally at {mail}. You then get back the part of your payment that is for the time after that.',
    'LETTER.contract-confirmed.INVOICE':
      'Your invoice, our terms of use and the instructions on withdrawal with the form are attached. Please keep them.',
    'LETTER.contract-confirmed.INVOICE_LATER':
      'Your invoice comes with the next email, once the direct debit has reached us. Our terms of use and the instructions on withdrawal with the form are attached. Please keep them.',
    'LETTER.contract-confirmed.FIRST_DEBIT': 'We collect the first direct debit on {day}: {amount} from your account {method}.',
    'LETTER.contract-confirmed.UPGRADE': 'With this, your previous subscription {tariff} (contract {contract}) ended on {day}.',
    'LETTER.contract-confirmed.UPGRADE_CREDIT':
      'What you had paid for it and not used yet, {credit}, was set against the first 30 days.',
    'LETTER.contract-confirmed.UPGRADE_REST': 'Of this, {rest} is left over; the amount goes back to where it came from.',
    'LETTER.contract-confirmed.UPGRADE_BACK': 'What you had paid for it and not used yet goes back to you through {method}.',
    'LETTER.invoice.SUBJECT': 'Your invoice {number}',
    'LETTER.invoice.TITLE': 'Paid, thank you',
    'LETTER.invoice.BODY': 'We have received {amount} for {tariff}, {from} to {to}. Invoice {number} is attached.',
    'LETTER.invoice.NEXT': 'The next payment is due on {day}: {price} for another 30 days.',
    'LETTER.invoice.LAST': 'Your subscription is cancelled and ends on {day}. No further payment follows.',
    'LETTER.charge-declined.SUBJECT': 'Your payment did not go through',
    'LETTER.charge-declined.TITLE': 'That did not work',
    'LETTER.charge-declined.BODY':
      'We tried to take {amount} for {tariff} from {method}, and it was declined. Until {until} you can keep reading as usual.',
    'LETTER.charge-declined.NEXT':
      'We will try again on {day}. If the card has expired or the account has changed, please leave new payment details before then.',
    'LETTER.charge-declined.ENDS': 'If it does not work after that either, your subscription ends by itself at no further cost.',
    'LETTER.charge-declined.REFUSED':
      'We will not try these payment details again. Please leave others by {until}: we then take the payment at once, and your subscription goes on without a break.',
    'LETTER.charge-declined.ENDS_UNPAID': 'If you do nothing, your subscription ends by itself on {end}, at no further cost.',
    'LETTER.charge-declined.BUTTON': 'Change payment details',
    'LETTER.contract-ended.SUBJECT': 'Your subscription to {site} has ended',
    'LETTER.contract-ended.TITLE': 'Your subscription has ended',
    'LETTER.contract-ended.BODY': 'Your subscription {tariff} ended on {day}. Nothing more will be charged.',
    'LETTER.contract-ended.UNAGREED': 'You did not agree to the new price, so we have not renewed it.',
    'LETTER.contract-ended.UNPAID': 'Unfortunately the last payment did not go through; that is why it ends now.',
    'LETTER.contract-ended.KEPT': 'Your account, your bookmarks and your invoices stay. You still read magazines free of charge.',
    'LETTER.contract-ended.BUTTON': 'Subscribe again',
    'LETTER.contract-cancelled.SUBJECT': 'Your subscription is cancelled',
    'LETTER.contract-cancelled.TITLE': 'Your subscription is cancelled',
    'LETTER.contract-cancelled.BODY':
      'You cancelled your subscription {tariff} on {at}. It ends on {day}; until then you can keep reading.',
    'LETTER.contract-cancelled.LATE':
      'There were fewer than {days} days left of the current 30 days. So the cancellation holds for the end of the next 30 days, which are still charged.',
    'LETTER.contract-cancelled.BACK': 'Changed your mind? Until then you can take the cancellation back.',
    'LETTER.credit-note.SUBJECT': 'Your {correction} {number}',
    'LETTER.credit-note.TITLE': 'Your invoice has been corrected',
    'LETTER.credit-note.BODY': 'We have credited {amount} to your invoice {invoice}. The {correction} {number} is attached.',
    'LETTER.credit-note.WAY': 'The amount goes back to where it came from, usually within a few days.',
    'LETTER.credit-note.RETURNED': 'Your bank has already taken the amount back, so nothing more comes from us.',
    'LETTER.debit-announced.SUBJECT': 'On {day} we collect {amount}',
    'LETTER.debit-announced.TITLE': 'Your next direct debit',
    'LETTER.debit-announced.BODY':
      'On {day} we collect {amount} for {tariff} by SEPA direct debit from your account {method}, for 30 days until {until}.',
    'LETTER.debit-announced.CANCEL': 'You would rather not renew? Then please cancel by {last}.',
  },
  fr: {
    'LETTER.FACT_CONTRACT': 'Contrat',
    'LETTER.FACT_TARIFF': 'Abonnement',
    'LETTER.FACT_PRICE': 'Prix',
    'LETTER.FACT_BEGIN': 'Début',
    'LETTER.FACT_PERIOD': '30 premiers jours jusqu’au',
    'LETTER.FACT_METHOD': 'Payé avec',
    'LETTER.FACT_MANDATE': 'Référence du mandat',
    'LETTER.FACT_CREDITOR': 'Identifiant créancier',
    'LETTER.FACT_SELLER': 'Votre cocontractant',
    'LETTER.FACT_CONTACT': 'Une question',
    'LETTER.FACT_CREDIT': 'Avoir du contrat {contract}',
    'LETTER.FACT_TAKEN': 'Payé',
    'LETTER.FACT_TO_TAKE': 'Sera prélevé',
    'LETTER.FILE_terms': 'Conditions d’utilisation',
    'LETTER.FILE_withdrawal': 'Rétractation et formulaire',
    'LETTER.TO_INVOICES': 'Vers vos factures',
    'LETTER.TO_CONTRACT': 'Vers votre abonnement',
    'LETTER.CANCEL_HERE': 'Résilier un contrat ici',
    'LETTER.WITHDRAW_HERE': 'Se rétracter d’un contrat',
    'LETTER.TERMS': 'Lire les conditions d’utilisation',
    'LETTER.contract-confirmed.SUBJECT': 'Votre abonnement {site} est confirmé',
    'LETTER.contract-confirmed.TITLE': 'Bonne lecture',
    'LETTER.contract-confirmed.BODY':
      'Merci de votre commande. Votre abonnement est ouvert, bonne lecture dès maintenant. Voici ce que nous avons convenu :',
    'LETTER.contract-confirmed.RENEWAL':
      'Votre abonnement se renouvelle par périodes de 30 jours. Vous pouvez le résilier à tout moment pour la fin des 30 jours en cours, au moins {days} jours avant : dans votre compte ou, sans connexion, par le bouton ci-dessous.',
    'LETTER.contract-confirmed.DECLARED': 'Le {at}, vous nous avez déclaré :',
    'LETTER.contract-confirmed.GIVEN_UP_MEANS': 'Nous avons commencé aussitôt ; votre droit de rétractation s’est donc éteint.',
    'LETTER.contract-confirmed.WITHDRAWAL':
      'Vous pouvez vous rétracter de ce contrat jusqu’au {day} sans donner de motif, par le bouton ci-dessous ou librement à {mail}. Ce que vous avez payé vous est alors rendu.',
    'LETTER.contract-confirmed.WITHDRAWAL_KEPT':
      'Vous pouvez vous rétracter de ce contrat jusqu’au {day} sans donner de motif, par le bouton ci-dessous ou librement à {mail}. La part de votre paiement qui concerne le temps restant vous est alors rendue.',
    'LETTER.contract-confirmed.INVOICE':
      'Votre facture, nos conditions d’utilisation et les informations sur la rétractation avec le formulaire sont jointes. Conservez-les.',
    'LETTER.contract-confirmed.INVOICE_LATER':
      'Votre facture suivra dès que le prélèvement nous sera parvenu. Nos conditions d’utilisation et les informations sur la rétractation avec le formulaire sont jointes. Conservez-les.',
    'LETTER.contract-confirmed.FIRST_DEBIT': 'Le premier prélèvement a lieu le {day} : {amount} sur votre compte {method}.',
    'LETTER.contract-confirmed.UPGRADE': 'Votre abonnement précédent {tariff} (contrat {contract}) a ainsi pris fin le {day}.',
    'LETTER.contract-confirmed.UPGRADE_CREDIT':
      'Ce que vous aviez payé et pas encore utilisé, {credit}, est déduit des 30 premiers jours.',
    'LETTER.contract-confirmed.UPGRADE_REST': 'Il en reste {rest} ; ce montant retourne là d’où il est venu.',
    'LETTER.contract-confirmed.UPGRADE_BACK': 'Ce que vous aviez payé et pas encore utilisé vous est rendu par {method}.',
    'LETTER.invoice.SUBJECT': 'Votre facture {number}',
    'LETTER.invoice.TITLE': 'Payé, merci',
    'LETTER.invoice.BODY':
      'Nous avons reçu {amount} pour {tariff}, du {from} au {to}. La facture {number} est jointe à ce message.',
    'LETTER.invoice.NEXT': 'Le prochain paiement est dû le {day} : {price} pour 30 jours de plus.',
    'LETTER.invoice.LAST': 'Votre abonnement est résilié et prend fin le {day}. Plus rien ne sera prélevé.',
    'LETTER.charge-declined.SUBJECT': 'Votre paiement n’a pas abouti',
    'LETTER.charge-declined.TITLE': 'Cela n’a pas abouti',
    'LETTER.charge-declined.BODY':
      'Nous voulions prélever {amount} pour {tariff} sur {method} ; le paiement a été refusé. Jusqu’au {until}, vous continuez tout de même à lire.',
    'LETTER.charge-declined.NEXT':
      'Nous réessayons le {day}. Si la carte a expiré ou si le compte a changé, indiquez d’ici là de nouvelles données de paiement.',
    'LETTER.charge-declined.ENDS':
      'Si cela n’aboutit pas non plus ensuite, votre abonnement prend fin de lui-même, sans autres frais.',
    'LETTER.charge-declined.REFUSED':
      'Nous n’essaierons plus avec ces données de paiement. Indiquez-en d’autres avant le {until} : nous prélèverons aussitôt, et votre abonnement se poursuivra sans interruption.',
    'LETTER.charge-declined.ENDS_UNPAID':
      'Si vous ne faites rien, votre abonnement prend fin de lui-même le {end}, sans autres frais.',
    'LETTER.charge-declined.BUTTON': 'Modifier les données de paiement',
    'LETTER.contract-ended.SUBJECT': 'Votre abonnement {site} a pris fin',
    'LETTER.contract-ended.TITLE': 'Votre abonnement a pris fin',
    'LETTER.contract-ended.BODY': 'Votre abonnement {tariff} a pris fin le {day}. Plus rien ne sera prélevé.',
    'LETTER.contract-ended.UNAGREED': 'Vous n’avez pas accepté le nouveau prix ; nous ne l’avons donc pas renouvelé.',
    'LETTER.contract-ended.UNPAID': 'Le dernier paiement n’a malheureusement pas abouti ; c’est pourquoi il s’arrête maintenant.',
    'LETTER.contract-ended.KEPT':
      'Votre compte, vos signets et vos factures restent. Vous lisez toujours les magazines gratuitement.',
    'LETTER.contract-ended.BUTTON': 'Se réabonner',
    'LETTER.contract-cancelled.SUBJECT': 'Votre résiliation est enregistrée',
    'LETTER.contract-cancelled.TITLE': 'Votre résiliation est enregistrée',
    'LETTER.contract-cancelled.BODY':
      'Vous avez résilié votre abonnement {tariff} le {at}. Il prend fin le {day} ; d’ici là, vous continuez à lire.',
    'LETTER.contract-cancelled.LATE':
      'Il restait moins de {days} jours sur les 30 jours en cours. La résiliation vaut donc pour la fin des 30 jours suivants, qui sont encore facturés.',
    'LETTER.contract-cancelled.BACK': 'Vous avez changé d’avis ? D’ici là, vous pouvez annuler la résiliation.',
    'LETTER.credit-note.SUBJECT': 'Votre {correction} {number}',
    'LETTER.credit-note.TITLE': 'Votre facture est rectifiée',
    'LETTER.credit-note.BODY':
      'Nous vous avons crédité {amount} sur la facture {invoice}. La {correction} {number} est jointe à ce message.',
    'LETTER.credit-note.WAY': 'Le montant retourne là d’où il est venu, le plus souvent en quelques jours.',
    'LETTER.credit-note.RETURNED': 'Votre banque a déjà repris le montant ; rien de plus ne viendra de notre part.',
    'LETTER.debit-announced.SUBJECT': 'Le {day}, nous prélevons {amount}',
    'LETTER.debit-announced.TITLE': 'Votre prochain prélèvement',
    'LETTER.debit-announced.BODY':
      'Le {day}, nous prélevons {amount} par SEPA sur votre compte {method} pour {tariff}, pour 30 jours jusqu’au {until}.',
    'LETTER.debit-announced.CANCEL': 'Vous préférez ne pas renouveler ? Résiliez alors avant le {last}.',
  },
})
