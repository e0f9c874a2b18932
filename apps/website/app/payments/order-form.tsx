import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { CloseButton } from '@kiosk/ui/close-button'
import { Notice } from '@kiosk/ui/notice'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { AccountField } from '../shell/account-field.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { LocalMethodNotice } from './market-rejected.tsx'
import style from './order-form.module.css'
import type { OverviewAnswer } from './overview-action.ts'
import type { Overview, UpcomingCharge } from './overview-loading.ts'
import { ConfirmSavedData } from './saved-payment-data.tsx'
import { Total } from './total.tsx'
import { UpcomingCharges } from './upcoming-charges.tsx'
import { missingWords, WalletButton } from './wallet-button.tsx'
import { Ways } from './ways.tsx'
import { firstWay, isDebit, type Way, waysOf } from './ways-of-paying.ts'
import { WITHDRAWAL_NOT_ACCEPTED } from './withdrawal-not-accepted.ts'

function tickIn(box: { current: HTMLDivElement | null }) {
  return box.current?.querySelector('input')
}

type Props = { overview: Overview; coming: UpcomingCharge[]; answer: OverviewAnswer | undefined }

/**
 * The required acceptance and the order buttons. A flag prevents a second submission until the response arrives; the
 * database prevents it in any case. Everything but the wallet works without JavaScript, where confirming the saved payment
 * data is a separate step.
 */
export function OrderForm({ overview, coming, answer }: Props) {
  const t = useText()
  const { cart, requested, market, mode, wallet, withdrawal, version, unaccepted, unavailable, limited, declined } = overview
  const ways = waysOf(overview)
  const [way, setWay] = useState<Way>(() => answer?.way ?? firstWay(ways, overview))
  const navigation = useNavigation()
  const dialog = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const sent = useRef(false)
  const [accepted, setAccepted] = useState(false)
  const [touched, setTouched] = useState(false)
  const intent = navigation.formData?.get('intent')
  const busy = navigation.state !== 'idle' && intent !== 'voucher'
  const { apiError, needsConfirmation } = answer ?? {}
  const missing = apiError?.field === 'accepted' || apiError?.code === 'acceptance_missing' || unaccepted
  const wrong = !accepted && (touched || missing)
  // Box and way may have been chosen before hydration.
  useEffect(() => {
    const form = box.current?.closest('form')
    setAccepted(tickIn(box)?.checked === true)
    const chosen = form && new FormData(form).get('way')
    if (chosen) setWay(chosen as Way)
  }, [])
  useEffect(() => {
    if (navigation.state === 'idle') sent.current = false
  }, [navigation.state])
  useEffect(() => {
    if (missing) tickIn(box)?.focus()
  }, [missing])

  const showMissing = () => {
    setTouched(true)
    tickIn(box)?.focus()
  }
  const check = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!tickIn(box)?.checked) {
      event.preventDefault()
      dialog.current?.close()
      return showMissing()
    }
    if ((submitter as HTMLButtonElement | null)?.value === 'ask') {
      event.preventDefault()
      return dialog.current?.showModal()
    }
    if (sent.current) return event.preventDefault()
    sent.current = true
  }

  if (mode === null) return <ClosedNotice payPalUpgrade={cart.payPalUpgrade} />
  const total = formatMoney({ minor: cart.totalPrice, currency: cart.currency })
  return (
    <Form
      method="post"
      action={addressOf('paymentOverview', { id: requested.id, voucher: requested.voucher, attempt: declined?.attempt })}
      className={style.form}
      noValidate
      onSubmit={check}
    >
      <AccountField />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="totalPrice" value={cart.totalPrice} />
      {apiError && !missing && <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>}
      {unavailable && <Notice kind="error">{t('CHECKOUT.PROVIDER_AWAY')}</Notice>}
      {limited && <Notice kind="error">{t('CHECKOUT.LIMITED')}</Notice>}
      {cart.needsLocalMethod && <LocalMethodNotice market={market} />}
      {needsConfirmation ? (
        <input type="hidden" name="way" value="saved" />
      ) : (
        <Ways cart={cart} ways={ways} way={way} declined={declined} onChange={setWay} />
      )}
      <div ref={box} className={style.accept}>
        <Checkbox
          name="accepted"
          value="true"
          required
          defaultChecked={needsConfirmation || declined?.accepted}
          onChange={(event) => setAccepted(event.target.checked)}
          onBlur={() => setTouched(true)}
          label={t(withdrawal === 'kept' ? 'PAYMENT.ACCEPT_BEGIN_AT_ONCE' : 'PAYMENT.ACCEPT_LOSS_OF_WITHDRAWAL')}
          error={wrong && t(WITHDRAWAL_NOT_ACCEPTED)}
        />
      </div>
      <LegalLine noticePeriodDays={cart.noticePeriodDays} />
      <div className={style.sum}>
        {!needsConfirmation && <Total cart={cart} canDebit={ways.some((each) => isDebit(each, cart))} />}
        <UpcomingCharges coming={coming} />
      </div>
      {needsConfirmation && <ConfirmSavedData cart={cart} total={total} busy={busy} />}
      {!needsConfirmation && way !== 'PP' && <OrderButton cart={cart} way={way} busy={busy} />}
      {!needsConfirmation && wallet && way === 'PP' && (
        <WalletButton wallet={wallet} accepted={accepted} overview={overview} onRejected={showMissing} />
      )}
      {mode === 'rest' && !needsConfirmation && (
        <dialog ref={dialog} className={style.dialog} aria-labelledby="ask">
          <CloseButton label={t('CHECKOUT.ASK_BACK')} onClick={() => dialog.current?.close()} />
          <ConfirmSavedData cart={cart} total={total} busy={busy} />
        </dialog>
      )}
    </Form>
  )
}

/** Says that the plan cannot be bought at present, or only by another way. */
function ClosedNotice({ payPalUpgrade }: { payPalUpgrade: Overview['cart']['payPalUpgrade'] }) {
  const t = useText()
  return (
    <Notice
      kind="warning"
      title={t('CHECKOUT.CLOSED_TITLE')}
      actions={
        payPalUpgrade && (
          <Link plain to="currentSubscription" className="button">
            {t('CHECKOUT.TO_MINE')}
          </Link>
        )
      }
    >
      {t(payPalUpgrade ? missingWords(true) : 'CHECKOUT.CLOSED')}
    </Notice>
  )
}

/** What the buyer agrees to with the order. */
function LegalLine({ noticePeriodDays }: { noticePeriodDays: number }) {
  const t = useText()
  return (
    <p className={style.small}>
      {t('CHECKOUT.RENEWAL', { days: noticePeriodDays })}{' '}
      <Link plain to="cancel">
        {t('CHECKOUT.CANCEL_LINK')}
      </Link>
      . {t('CHECKOUT.LEGAL')}{' '}
      <Link plain to="terms">
        {t('CHECKOUT.TERMS')}
      </Link>
      {'\u00a0· '}
      <Link plain to="withdraw" hash="#instructions">
        {t('CHECKOUT.WITHDRAWAL')}
      </Link>
      {'\u00a0· '}
      <Link plain to="privacy">
        {t('CHECKOUT.PRIVACY')}
      </Link>
    </p>
  )
}

/** Orders with any way of paying but the wallet. */
function OrderButton({ cart, way, busy }: { cart: Overview['cart']; way: Way; busy: boolean }) {
  const t = useText()
  return (
    <>
      {way !== 'saved' && <p className={style.small}>{t('CHECKOUT.ORDER_NEXT')}</p>}
      <Button
        wide
        name="intent"
        value={way === 'saved' ? 'ask' : cart.lastBillingData ? 'change' : 'enter'}
        busy={busy}
        busyWords={t('CHECKOUT.ORDER_BUSY')}
      >
        {t('CHECKOUT.ORDER')}
      </Button>
    </>
  )
}
