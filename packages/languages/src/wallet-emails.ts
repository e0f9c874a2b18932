import { bundle } from './words.ts'

/** E-mails to readers about payments at the wallet that did not become a subscription. */
export const walletEmailWords = bundle({
  de: {
    'LETTER.wallet-refused.SUBJECT': 'Ihre Zahlung mit PayPal geht zurück',
    'LETTER.wallet-refused.TITLE': 'Ihr Abo hat nicht begonnen',
    'LETTER.wallet-refused.BODY':
      'Sie haben bei PayPal am {day} das Abo {tariff} bestätigt. Es konnte bei {site} nicht beginnen, zum Beispiel, weil Sie schon ein Abo haben oder sich der Warenkorb geändert hat.',
    'LETTER.wallet-refused.BACK':
      'Wir haben es bei PayPal gekündigt. Was PayPal dafür abgebucht hat, geht von selbst und in voller Höhe an Sie zurück. Sie brauchen nichts zu tun.',
    'LETTER.wallet-refused.QUESTIONS': 'Haben Sie Fragen dazu, schreiben Sie uns bitte an {mail}.',
    'LETTER.wallet-refused.BUTTON': 'Zu meinem Abo',
  },
  en: {
    'LETTER.wallet-refused.SUBJECT': 'Your PayPal payment is being paid back',
    'LETTER.wallet-refused.TITLE': 'Your subscription did not begin',
    'LETTER.wallet-refused.BODY':
      'On {day} you approved the subscription {tariff} at PayPal. It could not begin at {site}, for example because you already have a subscription or because the basket changed.',
    'LETTER.wallet-refused.BACK':
      'We have cancelled it at PayPal. Whatever PayPal charged for it is paid back to you in full. You do not have to do anything.',
    'LETTER.wallet-refused.QUESTIONS': 'If you have any questions, please write to us at {mail}.',
    'LETTER.wallet-refused.BUTTON': 'To my subscription',
  },
  fr: {
    'LETTER.wallet-refused.SUBJECT': 'Votre paiement PayPal vous est remboursé',
    'LETTER.wallet-refused.TITLE': 'Votre abonnement n’a pas commencé',
    'LETTER.wallet-refused.BODY':
      'Le {day}, vous avez approuvé l’abonnement {tariff} chez PayPal. Il n’a pas pu commencer chez {site}, par exemple parce que vous avez déjà un abonnement ou parce que le panier a changé.',
    'LETTER.wallet-refused.BACK':
      'Nous l’avons résilié chez PayPal. Ce que PayPal a prélevé vous est remboursé intégralement. Vous n’avez rien à faire.',
    'LETTER.wallet-refused.QUESTIONS': 'Pour toute question, écrivez-nous à {mail}.',
    'LETTER.wallet-refused.BUTTON': 'Vers mon abonnement',
  },
})
