import type { Language } from '@kiosk/domain/locale'
import type { WithdrawalPolicy } from '@kiosk/domain/payments/terms'

type Said = {
  /** What it means for who has asked to begin at once, in a sentence or two. */
  withdrawalMeaning: string
  /** What is kept of the price after a withdrawal; '' = nothing. */
  withdrawalCosts: string
  /** When the right ends before its fourteen days; '' = it does not. */
  withdrawalLoss: string
}

/** What texts say about the right of withdrawal, by the policy of the operator. */
export const withdrawalPolicy: Record<WithdrawalPolicy, Record<Language, Said>> = {
  kept: {
    de: {
      withdrawalMeaning:
        'Das gilt auch, wenn Sie schon lesen: Sie bezahlen dann nur die Tage bis zum Widerruf, den Rest bekommen Sie zurück.',
      withdrawalCosts:
        'Haben Sie verlangt, dass das Abo während der Widerrufsfrist beginnt, so behalten wir davon einen angemessenen Betrag: den Teil des Preises, der auf die Tage bis zum Eingang Ihres Widerrufs entfällt.',
      withdrawalLoss: '',
    },
    en: {
      withdrawalMeaning:
        'That also holds once you have begun to read: you then pay only for the days until you withdraw and get the rest back.',
      withdrawalCosts:
        'If you asked for the subscription to begin during the withdrawal period, we keep a reasonable amount of it: the part of the price for the days until your withdrawal reached us.',
      withdrawalLoss: '',
    },
    fr: {
      withdrawalMeaning:
        'Cela vaut aussi si vous lisez déjà : vous ne payez alors que les jours écoulés jusqu’à la rétractation, le reste vous est rendu.',
      withdrawalCosts:
        'Si vous avez demandé que l’abonnement commence pendant le délai de rétractation, nous en gardons un montant approprié : la part du prix qui correspond aux jours écoulés jusqu’à l’arrivée de votre rétractation.',
      withdrawalLoss: '',
    },
  },
  'given-up': {
    de: {
      withdrawalMeaning:
        'Haben Sie beim Bestellen verlangt, dass wir sofort beginnen, ist das Widerrufsrecht erloschen, sobald Sie lesen können.',
      withdrawalCosts: '',
      withdrawalLoss:
        'Das Widerrufsrecht erlischt, sobald wir mit der Erfüllung beginnen, wenn Sie ausdrücklich zugestimmt haben, dass wir vor Ablauf der Widerrufsfrist beginnen, wenn Sie bestätigt haben, dass Sie damit Ihr Widerrufsrecht verlieren, und wenn Sie unsere Bestätigung des Vertrags bekommen haben.',
    },
    en: {
      withdrawalMeaning: 'If you asked us to begin at once when ordering, the right of withdrawal ends as soon as you can read.',
      withdrawalCosts: '',
      withdrawalLoss:
        'The right of withdrawal ends as soon as we begin to perform the contract, if you have expressly agreed that we begin before the withdrawal period is over, if you have acknowledged that you thereby lose your right of withdrawal, and if you have received our confirmation of the contract.',
    },
    fr: {
      withdrawalMeaning:
        'Si vous avez demandé en commandant que nous commencions aussitôt, le droit de rétractation s’éteint dès que vous pouvez lire.',
      withdrawalCosts: '',
      withdrawalLoss:
        'Le droit de rétractation s’éteint dès que nous commençons à exécuter le contrat, si vous avez expressément accepté que nous commencions avant la fin du délai de rétractation, si vous avez reconnu perdre ainsi ce droit, et si vous avez reçu notre confirmation du contrat.',
    },
  },
}
