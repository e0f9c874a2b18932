import { bundle } from './words.ts'

/** E-mails about payments that need the reader, or that failed after they had been announced. After a German greeting the sentence goes on in lower case. */
export const dunningEmailWords = bundle({
  de: {
    'LETTER.bank-question.SUBJECT': 'Bitte bestätigen Sie Ihre Zahlung von {amount}',
    'LETTER.bank-question.SUBJECT_AGAIN': 'Erinnerung: Ihre Zahlung von {amount} wartet auf Ihre Bestätigung',
    'LETTER.bank-question.TITLE': 'Ihre Bank fragt nach',
    'LETTER.bank-question.BODY':
      'für die nächsten 30 Tage {tariff} sind {amount} fällig. Ihre Bank möchte, dass Sie diese Zahlung mit {method} selbst freigeben. Bis dahin buchen wir nichts ab.',
    'LETTER.bank-question.READ': 'Bis {until} lesen Sie weiter wie gewohnt.',
    'LETTER.bank-question.NEXT': 'Am {day} erinnern wir Sie noch einmal.',
    'LETTER.bank-question.ENDS': 'Ohne Ihre Freigabe endet Ihr Abo am {end} von selbst, ohne weitere Kosten.',
    'LETTER.bank-question.BUTTON': 'Zahlung freigeben',
    'LETTER.bank-question.LINK':
      'Der Link gilt bis {end}, auch ohne Anmeldung. Er zeigt nur Betrag, Abo und die letzten Ziffern Ihrer Karte. Wenn Sie sich anmelden, können Sie dort auch eine andere Karte hinterlegen.',
    'LETTER.purchase-failed.SUBJECT': 'Ihre Zahlung hat nicht geklappt',
    'LETTER.purchase-failed.TITLE': 'Die Zahlung hat nicht geklappt',
    'LETTER.purchase-failed.BODY':
      'wir konnten {amount} für {tariff} nicht von {method} abbuchen. Ihr Abo ist damit seit {day} beendet. Es ist nichts mehr offen, und wir versuchen es nicht noch einmal.',
    'LETTER.purchase-failed.NOT_BEGUN':
      'Ihre Zahlung von {amount} für {tariff} mit {method} ist nicht zustande gekommen. Ihr Abo hat darum nicht begonnen, und Sie zahlen nichts.',
    'LETTER.purchase-failed.OLD': 'Ihr voriges Abo {tariff} läuft weiter wie bisher.',
    'LETTER.purchase-failed.AGAIN':
      'Möchten Sie weiterlesen? Dann bestellen Sie bitte noch einmal, mit einer Karte oder einem anderen Konto.',
    'LETTER.purchase-failed.BUTTON': 'Noch einmal bestellen',
    'LETTER.mandate-gone.SUBJECT': 'Ihr Lastschriftmandat gilt nicht mehr',
    'LETTER.mandate-gone.TITLE': 'Bitte hinterlegen Sie neue Zahlungsdaten',
    'LETTER.mandate-gone.BODY':
      'laut Ihrer Bank gilt das Lastschriftmandat für {method} nicht mehr. Von dort buchen wir nichts mehr ab.',
    'LETTER.mandate-gone.NEXT':
      'Am {day} sind {amount} für {tariff} fällig. Hinterlegen Sie bitte bis dahin eine Karte oder ein anderes Konto.',
    'LETTER.mandate-gone.ENDS': 'Ohne neue Zahlungsdaten endet Ihr Abo am {end} von selbst, ohne weitere Kosten.',
    'LETTER.mandate-gone.BUTTON': 'Zahlungsdaten ändern',
  },
  en: {
    'LETTER.bank-question.SUBJECT': 'Please confirm your payment of {amount}',
    'LETTER.bank-question.SUBJECT_AGAIN': 'Reminder: your payment of {amount} is waiting for your confirmation',
    'LETTER.bank-question.TITLE': 'Your bank has a question',
    'LETTER.bank-question.BODY':
      '{amount} is due for the next 30 days of {tariff}. Your bank would like you to confirm this payment by {method} yourself. Until then we take nothing.',
    'LETTER.bank-question.READ': 'You can keep reading as usual until {until}.',
    'LETTER.bank-question.NEXT': 'We will remind you again on {day}.',
    'LETTER.bank-question.ENDS': 'Without your confirmation your subscription ends by itself on {end}, at no further cost.',
    'LETTER.bank-question.BUTTON': 'Confirm the payment',
    'LETTER.bank-question.LINK':
      'The link works until {end}, without logging in. It shows only the amount, the subscription and the last digits of your card. If you log in, you can also leave another card there.',
    'LETTER.purchase-failed.SUBJECT': 'Your payment did not go through',
    'LETTER.purchase-failed.TITLE': 'The payment did not go through',
    'LETTER.purchase-failed.BODY':
      'We could not take {amount} for {tariff} from {method}. Your subscription therefore ended on {day}. You owe nothing, and we will not try again.',
    'LETTER.purchase-failed.NOT_BEGUN':
      'Your payment of {amount} for {tariff} by {method} did not go through. Your subscription has therefore not begun, and you pay nothing.',
    'LETTER.purchase-failed.OLD': 'Your previous subscription {tariff} goes on as before.',
    'LETTER.purchase-failed.AGAIN': 'Would you like to read on? Then please order again, with a card or another account.',
    'LETTER.purchase-failed.BUTTON': 'Order again',
    'LETTER.mandate-gone.SUBJECT': 'Your direct debit mandate is no longer valid',
    'LETTER.mandate-gone.TITLE': 'Please leave new payment details',
    'LETTER.mandate-gone.BODY':
      'Your bank tells us that the direct debit mandate for {method} is no longer valid. We collect nothing more from there.',
    'LETTER.mandate-gone.NEXT': '{amount} for {tariff} is due on {day}. Please leave a card or another account before then.',
    'LETTER.mandate-gone.ENDS': 'Without new payment details your subscription ends by itself on {end}, at no further cost.',
    'LETTER.mandate-gone.BUTTON': 'Change payment details',
  },
  fr: {
    'LETTER.bank-question.SUBJECT': 'Confirmez votre paiement de {amount}',
    'LETTER.bank-question.SUBJECT_AGAIN': 'Rappel : votre paiement de {amount} attend votre confirmation',
    'LETTER.bank-question.TITLE': 'Votre banque a une question',
    'LETTER.bank-question.BODY':
      '{amount} sont dus pour les 30 prochains jours de {tariff}. Votre banque souhaite que vous confirmiez vous-même ce paiement par {method}. D’ici là, nous ne débitons rien.',
    'LETTER.bank-question.READ': 'Jusqu’au {until}, vous continuez à lire comme d’habitude.',
    'LETTER.bank-question.NEXT': 'Nous vous le rappellerons le {day}.',
    'LETTER.bank-question.ENDS': 'Sans votre confirmation, votre abonnement prend fin de lui-même le {end}, sans autres frais.',
    'LETTER.bank-question.BUTTON': 'Confirmer le paiement',
    'LETTER.bank-question.LINK':
      'Le lien est valable jusqu’au {end}, sans connexion. Il ne montre que le montant, l’abonnement et les derniers chiffres de votre carte. En vous connectant, vous pouvez aussi y indiquer une autre carte.',
    'LETTER.purchase-failed.SUBJECT': 'Votre paiement n’a pas abouti',
    'LETTER.purchase-failed.TITLE': 'Le paiement n’a pas abouti',
    'LETTER.purchase-failed.BODY':
      'Nous n’avons pas pu prélever {amount} pour {tariff} sur {method}. Votre abonnement a donc pris fin le {day}. Vous ne devez rien, et nous n’essaierons plus.',
    'LETTER.purchase-failed.NOT_BEGUN':
      'Votre paiement de {amount} pour {tariff} par {method} n’a pas abouti. Votre abonnement n’a donc pas commencé, et vous ne payez rien.',
    'LETTER.purchase-failed.OLD': 'Votre abonnement précédent {tariff} se poursuit comme avant.',
    'LETTER.purchase-failed.AGAIN':
      'Vous souhaitez continuer à lire ? Commandez alors de nouveau, avec une carte ou un autre compte.',
    'LETTER.purchase-failed.BUTTON': 'Commander de nouveau',
    'LETTER.mandate-gone.SUBJECT': 'Votre mandat de prélèvement n’est plus valable',
    'LETTER.mandate-gone.TITLE': 'Indiquez de nouvelles données de paiement',
    'LETTER.mandate-gone.BODY':
      'Votre banque nous indique que le mandat de prélèvement pour {method} n’est plus valable. Nous n’y prélèverons plus rien.',
    'LETTER.mandate-gone.NEXT': 'Le {day}, {amount} seront dus pour {tariff}. Indiquez d’ici là une carte ou un autre compte.',
    'LETTER.mandate-gone.ENDS':
      'Sans nouvelles données de paiement, votre abonnement prend fin de lui-même le {end}, sans autres frais.',
    'LETTER.mandate-gone.BUTTON': 'Modifier les données de paiement',
  },
})
