import { bundle } from './words.ts'

/** The page between a payment provider and us. */
export const paymentReturnWords = bundle({
  de: { 'PAYMENT.RETURN_TITLE': 'Einen Moment, bitte …', 'PAYMENT.RETURN_ON': 'Weiter' },
  en: { 'PAYMENT.RETURN_TITLE': 'One moment, please…', 'PAYMENT.RETURN_ON': 'Continue' },
  fr: { 'PAYMENT.RETURN_TITLE': 'Un instant, s’il vous plaît…', 'PAYMENT.RETURN_ON': 'Continuer' },
})
