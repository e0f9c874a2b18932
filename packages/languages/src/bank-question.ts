import { bundle } from './words.ts'

/** The page of a renewal that its bank wants an answer for, and what became of it. */
export const bankQuestionWords = bundle({
  de: {
    'QUESTION.TITLE': 'Zahlung freigeben',
    'QUESTION.LEAD': 'Ihre Bank möchte, dass Sie diese Zahlung selbst freigeben. Danach läuft Ihr Abo weiter.',
    'QUESTION.AMOUNT': 'Betrag',
    'QUESTION.PRODUCT': 'Abo, 30 Tage',
    'QUESTION.METHOD': 'Karte',
    'QUESTION.UNTIL': 'Möglich bis',
    'QUESTION.BUTTON': 'Weiter zu Ihrer Bank',
    'QUESTION.AFTER': 'Von dort kommen Sie hierher zurück. Ohne Ihre Freigabe buchen wir nichts ab.',
    'QUESTION.OTHER': 'Andere Zahlungsdaten hinterlegen',
    'QUESTION.NOT_YET_TITLE': 'Noch nicht freigegeben',
    'QUESTION.NOT_YET':
      'Ihre Bank hat die Zahlung nicht freigegeben, es wurde nichts abgebucht. Versuchen Sie es noch einmal, oder hinterlegen Sie andere Zahlungsdaten.',
    'QUESTION.PAID_TITLE': 'Bezahlt, vielen Dank!',
    'QUESTION.PAID': 'Ihr Abo läuft weiter. Die Rechnung kommt per E-Mail.',
    'QUESTION.PROCESSING_TITLE': 'Ihre Zahlung ist unterwegs',
    'QUESTION.PROCESSING':
      'Ihr Abo läuft weiter. Die Lastschrift dauert ein paar Bankarbeitstage; danach kommt die Rechnung per E-Mail.',
    'QUESTION.FAILED_TITLE': 'Die Zahlung hat nicht geklappt',
    'QUESTION.FAILED':
      'Es wurde nichts abgebucht. Hinterlegen Sie bitte bis {day} andere Zahlungsdaten: dann buchen wir gleich ab. Sonst endet Ihr Abo von selbst, ohne weitere Kosten.',
    'QUESTION.OVER_TITLE': 'Hier ist nichts mehr zu tun',
    'QUESTION.OVER': 'Diese Zahlung wird nicht mehr gebraucht, und es wird nichts dafür abgebucht.',
    'QUESTION.MY_SUBSCRIPTION': 'Mein Abo',
    'QUESTION.READ': 'Jetzt lesen',
    'QUESTION.LINK_TITLE': 'Dieser Link gilt nicht mehr',
    'QUESTION.LINK': 'Melden Sie sich an: Unter „Mein Abo“ steht, ob noch etwas zu tun ist.',
    'QUESTION.AWAY':
      'Ihre Bank ist gerade nicht erreichbar. Es wurde nichts abgebucht; versuchen Sie es bitte in ein paar Minuten noch einmal.',
  },
  en: {
    'QUESTION.TITLE': 'Confirm the payment',
    'QUESTION.LEAD': 'Your bank would like you to confirm this payment yourself. Your subscription then goes on.',
    'QUESTION.AMOUNT': 'Amount',
    'QUESTION.PRODUCT': 'Subscription, 30 days',
    'QUESTION.METHOD': 'Card',
    'QUESTION.UNTIL': 'Possible until',
    'QUESTION.BUTTON': 'Continue to your bank',
    'QUESTION.AFTER': 'From there you come back here. Without your confirmation we take nothing.',
    'QUESTION.OTHER': 'Leave other payment details',
    'QUESTION.NOT_YET_TITLE': 'Not confirmed yet',
    'QUESTION.NOT_YET':
      'Your bank has not confirmed the payment, and nothing was charged. Please try again, or leave other payment details.',
    'QUESTION.PAID_TITLE': 'Paid, thank you!',
    'QUESTION.PAID': 'Your subscription goes on. The invoice comes by email.',
    'QUESTION.PROCESSING_TITLE': 'Your payment is on its way',
    'QUESTION.PROCESSING':
      'Your subscription goes on. The direct debit takes a few working days; the invoice then comes by email.',
    'QUESTION.FAILED_TITLE': 'The payment did not go through',
    'QUESTION.FAILED':
      'Nothing was charged. Please leave other payment details by {day}: we then take the payment at once. Otherwise your subscription ends by itself, at no further cost.',
    'QUESTION.OVER_TITLE': 'Nothing left to do here',
    'QUESTION.OVER': 'This payment is no longer needed, and nothing is charged for it.',
    'QUESTION.MY_SUBSCRIPTION': 'My subscription',
    'QUESTION.READ': 'Read now',
    'QUESTION.LINK_TITLE': 'This link is no longer valid',
    'QUESTION.LINK': 'Please log in: “My subscription” says whether anything is left to do.',
    'QUESTION.AWAY': 'Your bank cannot be reached at the moment. Nothing was charged; please try again in a few minutes.',
  },
  fr: {
    'QUESTION.TITLE': 'Confirmer le paiement',
    'QUESTION.LEAD': 'Votre banque souhaite que vous confirmiez vous-même ce paiement. Votre abonnement se poursuit ensuite.',
    'QUESTION.AMOUNT': 'Montant',
    'QUESTION.PRODUCT': 'Abonnement, 30 jours',
    'QUESTION.METHOD': 'Carte',
    'QUESTION.UNTIL': 'Possible jusqu’au',
    'QUESTION.BUTTON': 'Continuer vers votre banque',
    'QUESTION.AFTER': 'Vous revenez ensuite ici. Sans votre confirmation, nous ne débitons rien.',
    'QUESTION.OTHER': 'Indiquer d’autres données de paiement',
    'QUESTION.NOT_YET_TITLE': 'Pas encore confirmé',
    'QUESTION.NOT_YET':
      'Votre banque n’a pas confirmé le paiement, et rien n’a été débité. Réessayez, ou indiquez d’autres données de paiement.',
    'QUESTION.PAID_TITLE': 'C’est payé, merci !',
    'QUESTION.PAID': 'Votre abonnement se poursuit. La facture arrive par e-mail.',
    'QUESTION.PROCESSING_TITLE': 'Votre paiement est en route',
    'QUESTION.PROCESSING':
      'Votre abonnement se poursuit. Le prélèvement prend quelques jours ouvrables ; la facture arrive ensuite par e-mail.',
    'QUESTION.FAILED_TITLE': 'Le paiement n’a pas abouti',
    'QUESTION.FAILED':
      'Rien n’a été débité. Indiquez d’autres données de paiement avant le {day} : nous prélèverons aussitôt. Sinon, votre abonnement prend fin de lui-même, sans autres frais.',
    'QUESTION.OVER_TITLE': 'Il n’y a plus rien à faire ici',
    'QUESTION.OVER': 'Ce paiement n’est plus nécessaire, et rien n’est débité.',
    'QUESTION.MY_SUBSCRIPTION': 'Mon abonnement',
    'QUESTION.READ': 'Lire maintenant',
    'QUESTION.LINK_TITLE': 'Ce lien n’est plus valable',
    'QUESTION.LINK': 'Connectez-vous : « Mon abonnement » indique s’il reste quelque chose à faire.',
    'QUESTION.AWAY': 'Votre banque n’est pas joignable pour le moment. Rien n’a été débité ; réessayez dans quelques minutes.',
  },
})
