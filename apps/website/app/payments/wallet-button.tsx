import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import type { Overview } from './overview-loading.ts'
import type { Wallet } from './wallet.ts'
import type { WalletAnswer } from './wallet-action.ts'
import style from './wallet-button.module.css'
import { type WalletSdk, walletButtons } from './wallet-buttons.ts'

type Props = { wallet: Wallet; accepted: boolean; overview: Overview; onRejected(): void }

/**
 * The wallet's button: disabled until the box is checked; calls our server before it opens and after the approval. Until the
 * box is first checked, our own button is shown, so that the wallet's provider receives no request.
 */
export function WalletButton({ wallet: options, accepted, overview, onRejected }: Props) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const guarded = useRef<ReturnType<typeof walletButtons> | null>(null)
  const now = useRef({ accepted, onRejected, t })
  now.current = { accepted, onRejected, t }
  // The policy of this document contains the nonce of the first load.
  const [wallet] = useState(options)
  const [state, setState] = useState<'waiting' | 'loading' | 'ready' | 'missing'>('waiting')
  const [message, setMessage] = useState<{ kind: 'error' | 'info'; text: string } | null>(null)
  const missing = useRef<HTMLDivElement>(null)
  /** How often the script was requested. */
  const [requests, setRequests] = useState(0)
  const { requested, version, cart } = overview
  const { totalPrice, payPalUpgrade } = cart
  const account = useViewer().account ?? ''

  useEffect(() => {
    if (accepted) setRequests((count) => count || 1)
  }, [accepted])
  useEffect(() => guarded.current?.accept(accepted), [accepted])
  // The button that had the focus is gone.
  useEffect(() => {
    if (requests > 1) (state === 'missing' ? missing : place).current?.focus()
  }, [requests, state])
  useEffect(() => {
    if (requests === 0) return
    let gone = false
    setState('loading')
    const order = { id: String(requested.id), version, totalPrice: String(totalPrice), [ACCOUNT_FIELD]: account }
    const draw = async () => {
      const sdk = await loadSdk(wallet)
      if (gone || !place.current) return
      guarded.current = walletButtons({
        planId: wallet.planId,
        waiting: (attempt) => addressOf('paymentSuccess', { attempt }),
        report: (values) => report({ ...order, ...values }, now.current.t),
        onUnaccepted: () => now.current.onRejected(),
        onRejected: (reason) => setMessage(reason === null ? null : { kind: 'error', text: reason }),
        onApproved: () => setMessage({ kind: 'info', text: now.current.t('CHECKOUT.WALLET_APPROVED') }),
        onLeft: () => setMessage({ kind: 'info', text: now.current.t('CHECKOUT.WALLET_LEFT') }),
        onBroken: () => setMessage({ kind: 'error', text: now.current.t(missingWords(payPalUpgrade)) }),
        goTo: (path) => location.assign(path),
      })
      guarded.current.accept(now.current.accepted)
      await sdk.Buttons(guarded.current.buttons).render(place.current)
      if (!gone) setState('ready')
    }
    draw().catch(() => gone || setState('missing'))
    return () => {
      gone = true
    }
  }, [requests, wallet, requested.id, version, totalPrice, payPalUpgrade, account])

  return (
    <div className={style.wallet} data-wallet={state}>
      {payPalUpgrade && <Notice>{refundNote(overview, t)}</Notice>}
      {message && <Notice kind={message.kind}>{message.text}</Notice>}
      {state === 'waiting' && (
        <Button wide kind="quiet" type="button" aria-disabled onClick={onRejected}>
          {t('CHECKOUT.WALLET_PAY')}
        </Button>
      )}
      {state === 'missing' && (
        <Notice
          kind="warning"
          ref={missing}
          actions={
            <Button kind="quiet" type="button" onClick={() => setRequests(requests + 1)}>
              {t('CHECKOUT.WALLET_AGAIN')}
            </Button>
          }
        >
          {t(missingWords(payPalUpgrade))} {t('CHECKOUT.WALLET_BLOCKED')}
        </Notice>
      )}
      <div
        ref={place}
        tabIndex={-1}
        className={style.place}
        hidden={state === 'waiting' || state === 'missing'}
        data-closed={!accepted || undefined}
        aria-busy={state === 'loading'}
      >
        {state === 'loading' && <p>{t('CHECKOUT.WALLET_LOADING')}</p>}
      </div>
      <p className={style.hint}>
        {!accepted && `${t('CHECKOUT.WALLET_HINT')} `}
        {t('CHECKOUT.WALLET_ORDER')}
      </p>
      <noscript>
        <p className={style.hint}>{t('CHECKOUT.WALLET_SCRIPT')}</p>
      </noscript>
    </div>
  )
}

/** Reports a step of the payment to our server. */
async function report(values: Record<string, string>, t: ReturnType<typeof useText>): Promise<WalletAnswer> {
  const answer = await fetch('/user/payment/wallet', { method: 'POST', body: new URLSearchParams(values) })
  if (answer.status === 409)
    return { error: t(values.step === 'approved' ? 'CHECKOUT.WALLET_OTHER_ACCOUNT' : 'ERROR.OTHER_ACCOUNT') }
  if (!answer.ok) throw new Error(`wallet: ${answer.status}`)
  return answer.json()
}

/** A wallet's subscription can only be upgraded with the wallet. */
export const missingWords = (isUpgrade: boolean) => (isUpgrade ? 'CHECKOUT.WALLET_UPGRADE_MISSING' : 'CHECKOUT.WALLET_MISSING')

function refundNote({ cart }: Overview, t: ReturnType<typeof useText>): string {
  if (cart.upgradeCredit === 0) return t('CHECKOUT.WALLET_REFUND_REST')
  return t('CHECKOUT.WALLET_REFUND', { credit: formatMoney({ minor: cart.upgradeCredit, currency: cart.currency }) })
}

let loading: Promise<WalletSdk> | undefined

/** Loads the wallet's script once, and only on pages with the button. */
function loadSdk({ script, nonce }: Wallet): Promise<WalletSdk> {
  loading ??= new Promise<WalletSdk>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    element.dataset.cspNonce = nonce
    element.nonce = nonce
    const fail = (message: string) => {
      loading = undefined
      element.remove()
      reject(new Error(message))
    }
    element.onload = () => {
      const { paypal } = window as { paypal?: WalletSdk }
      if (paypal) resolve(paypal)
      else fail('the wallet has no script')
    }
    element.onerror = () => fail('the wallet cannot be reached')
    document.head.append(element)
  })
  return loading
}
