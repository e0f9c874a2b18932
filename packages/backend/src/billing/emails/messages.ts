import { bundle } from '@kiosk/i18n/translate'
import deAlarm from '../../../../../messages/de/alarm-emails.json' with { type: 'json' }
import deDunning from '../../../../../messages/de/dunning-emails.json' with { type: 'json' }
import deAction from '../../../../../messages/de/operator-action-emails.json' with { type: 'json' }
import dePayment from '../../../../../messages/de/payment-emails.json' with { type: 'json' }
import dePrice from '../../../../../messages/de/price-emails.json' with { type: 'json' }
import deSubscription from '../../../../../messages/de/subscription-emails.json' with { type: 'json' }
import deTermination from '../../../../../messages/de/termination-emails.json' with { type: 'json' }
import deWallet from '../../../../../messages/de/wallet-emails.json' with { type: 'json' }
import enAlarm from '../../../../../messages/en/alarm-emails.json' with { type: 'json' }
import enDunning from '../../../../../messages/en/dunning-emails.json' with { type: 'json' }
import enAction from '../../../../../messages/en/operator-action-emails.json' with { type: 'json' }
import enPayment from '../../../../../messages/en/payment-emails.json' with { type: 'json' }
import enPrice from '../../../../../messages/en/price-emails.json' with { type: 'json' }
import enSubscription from '../../../../../messages/en/subscription-emails.json' with { type: 'json' }
import enTermination from '../../../../../messages/en/termination-emails.json' with { type: 'json' }
import enWallet from '../../../../../messages/en/wallet-emails.json' with { type: 'json' }
import frAlarm from '../../../../../messages/fr/alarm-emails.json' with { type: 'json' }
import frDunning from '../../../../../messages/fr/dunning-emails.json' with { type: 'json' }
import frAction from '../../../../../messages/fr/operator-action-emails.json' with { type: 'json' }
import frPayment from '../../../../../messages/fr/payment-emails.json' with { type: 'json' }
import frPrice from '../../../../../messages/fr/price-emails.json' with { type: 'json' }
import frSubscription from '../../../../../messages/fr/subscription-emails.json' with { type: 'json' }
import frTermination from '../../../../../messages/fr/termination-emails.json' with { type: 'json' }
import frWallet from '../../../../../messages/fr/wallet-emails.json' with { type: 'json' }

// After a German greeting the text continues in lower case.

/** E-mails about subscriptions, their charges and invoices. */
export const subscriptionEmailMessages = bundle({ de: deSubscription, en: enSubscription, fr: frSubscription })

/** E-mails about automatic payments and refunds, and about changes of the payment method. */
export const paymentEmailMessages = bundle({ de: dePayment, en: enPayment, fr: frPayment })

/** E-mails about unpaid renewals, payments that need the reader's action, and purchases that failed after their confirmation. */
export const dunningEmailMessages = bundle({ de: deDunning, en: enDunning, fr: frDunning })

/** E-mails about a new price of a running subscription. */
export const priceEmailMessages = bundle({ de: dePrice, en: enPrice, fr: frPrice })

/** E-mails about cancellations and withdrawals: receipt, reminder, and the result of the confirmation. */
export const terminationEmailMessages = bundle({ de: deTermination, en: enTermination, fr: frTermination })

/** E-mails about approved wallet payments that did not become a subscription. */
export const walletEmailMessages = bundle({ de: deWallet, en: enWallet, fr: frWallet })

/** E-mails about actions of the operator on a subscription. */
export const operatorActionEmailMessages = bundle({ de: deAction, en: enAction, fr: frAction })

/** E-mails that alarm the operator about money. */
export const alarmEmailMessages = bundle({ de: deAlarm, en: enAlarm, fr: frAlarm })
