import { addressOf } from '@kiosk/domain/addresses'
import { NOTICE_DAYS } from '@kiosk/domain/payments/limits'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { mySubscriptionMessages } from '@kiosk/i18n/messages/my-subscription'
import { priceChangeMessages } from '@kiosk/i18n/messages/price-change'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useFetcher,
  useLoaderData,
} from 'react-router'
import { AskingForm, QuestionForm } from '../accounts/asking-form.tsx'
import { TextPage } from '../content/text-page.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { type Text, useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import { type BillingView, loadBilling, type Upgrade, type WaitingDeclaration } from './billing-view.ts'
import { type RenewalChange, type SubscriptionAnswer, subscriptionAction } from './current-subscription-action.ts'
import style from './current-subscription-screen.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  if (!pays((await ctx.whoForSure()).state)) throw redirect(addressOf('subscriptions'))
  const head: HeadData = { robots: 'noindex' }
  return data({ words: ctx.packedWords(mySubscriptionMessages, priceChangeMessages), head, ...(await loadBilling(ctx)) })
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  return subscriptionAction(ctx, await accountForm(ctx, request))
}

/** The current subscription, its next charge, and links to cancel or upgrade. */
export default function CurrentSubscriptionScreen() {
  const t = useText()
  const { view, upgrade } = useLoaderData<typeof loader>()
  const sent = useActionData() as SubscriptionAnswer | undefined
  const fetcher = useFetcher<SubscriptionAnswer>()
  const answer = fetcher.data ?? sent
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fetcher.data && fetcher.state === 'idle') notice.current?.focus()
  }, [fetcher.data, fetcher.state])
  if (!view) {
    return (
      <TextPage title={t('BILLING.TITLE')}>
        <Notice kind="warning" title={t('BILLING.UNREACHABLE_TITLE')}>
          {t('BILLING.UNREACHABLE')}
        </Notice>
        <More />
      </TextPage>
    )
  }
  return (
    <TextPage title={t('BILLING.TITLE')}>
      {answer?.done && (
        <div className={style.notice}>
          <Notice kind="good" ref={notice}>
            {t(answer.about === 'extend' ? 'BILLING.EXTENDED' : 'BILLING.CANCELLED')}
          </Notice>
        </div>
      )}
      {answer?.apiError && (
        <div className={style.notice}>
          <Notice kind="error" ref={notice}>
            {answer.apiError.message ?? t(answer.apiError.words as MessageKey)}
          </Notice>
        </div>
      )}
      {view.pastDue && (
        <div className={style.notice}>
          <PastDue view={view} />
        </div>
      )}
      {view.priceChange && (
        <div className={style.notice}>
          <Notice
            kind="warning"
            title={t('BILLING.PRICE_TITLE', view.priceChange)}
            actions={
              <Link plain to="priceChange" className="button quiet">
                {t('BILLING.PRICE_LOOK')}
              </Link>
            }
          >
            {t(view.priceChange.key as MessageKey)}
          </Notice>
        </div>
      )}
      {view.declarations.map((declared) => (
        <div className={style.notice} key={declared.number}>
          <Notice
            actions={
              declared.waitsFor === 'reader' && (
                <Link to="confirmExit" className="button quiet">
                  {t('BILLING.DECLARED_CONFIRM')}
                </Link>
              )
            }
          >
            {declaredWords(declared, t)}
          </Notice>
        </div>
      ))}
      <Overview view={view} />
      {(view.change || view.expiry) && (
        <Renewal view={view} fetcher={fetcher} requested={sent?.needsConfirmation ? sent.about : null} />
      )}
      {upgrade && <MoveUp upgrade={upgrade} paidBy={view.paidBy} />}
      <More />
    </TextPage>
  )
}

/** Tells that the last charge failed, and what the reader can do. */
function PastDue({ view: { paidBy, authentication, expiry, charges } }: { view: BillingView }) {
  const t = useText()
  if (paidBy === 'wallet') {
    return (
      <Notice kind="warning" title={t('BILLING.WALLET_DUE_TITLE')}>
        {t('BILLING.WALLET_DUE')}
      </Notice>
    )
  }
  return (
    <Notice
      kind="warning"
      title={t(authentication ? 'BILLING.AUTHENTICATION_TITLE' : 'BILLING.PAST_DUE_TITLE')}
      actions={
        authentication ? (
          <Link plain to="confirmPayment" values={{ attempt: authentication }} className="button">
            {t('BILLING.AUTHENTICATION_BUTTON')}
          </Link>
        ) : (
          <Link plain to="paymentEdit" className="button">
            {t('BILLING.CHANGE_METHOD')}
          </Link>
        )
      }
    >
      {authentication
        ? t('BILLING.AUTHENTICATION', { date: expiry ?? '' })
        : expiry
          ? t('BILLING.REFUSED', { date: expiry })
          : t('BILLING.PAST_DUE', { date: charges[0]?.date ?? '' })}
    </Notice>
  )
}

function declaredWords({ kind, number, day, waitsFor, until, confirmed }: WaitingDeclaration, t: Text): string {
  const received = t(confirmed ? `BILLING.DECLARED_${kind}` : `BILLING.DECLARED_${kind}_UNCONFIRMED`, { number, day })
  if (waitsFor === 'reader') return `${received} ${t('BILLING.DECLARED_WAITS')}`
  return [
    received,
    until ? t('BILLING.DECLARED_CHECK_BY', { until }) : t('BILLING.DECLARED_CHECK'),
    ...(kind === 'withdraw' ? [t('BILLING.DECLARED_RUNS_ON')] : []),
    ...(confirmed ? [] : [t('BILLING.DECLARED_NOT_YOU')]),
  ].join(' ')
}

function Overview({ view }: { view: BillingView }) {
  const t = useText()
  const { canChangeBillingData, siteName } = useViewer()
  const { method } = view
  return (
    <section className={style.overview} aria-labelledby="overview">
      <h2 id="overview">{view.title ?? t('BILLING.DEFAULT_TITLE', { site: siteName })}</h2>
      <p className={style.description}>{view.description ?? t('BILLING.DEFAULT_DESCRIPTION')}</p>
      <dl className={style.facts}>
        {view.debit && <Fact name={t('BILLING.DEBIT')}>{t('BILLING.CHARGE', view.debit)}</Fact>}
        {view.charges.length > 0 && (
          <Fact name={t(view.charges.length > 1 ? 'BILLING.NEXT_CHARGES' : 'BILLING.NEXT_DEBIT')}>
            <ol className={style.charges}>
              {view.charges.map((charge) => (
                <li key={charge.date}>{t('BILLING.CHARGE', charge)}</li>
              ))}
            </ol>
          </Fact>
        )}
        {view.expiry && <Fact name={t('BILLING.EXPIRY')}>{view.expiry}</Fact>}
        {view.devices !== null && <Fact name={t('BILLING.DEVICES')}>{t('BILLING.DEVICES_VALUE', { count: view.devices })}</Fact>}
        {(method || canChangeBillingData) && (
          <Fact name={t('BILLING.METHOD')}>
            {method && `${method.brand} ${method.number} `}
            {canChangeBillingData && view.paidBy === 'own' && (
              <Link plain to="paymentEdit">
                {t('BILLING.CHANGE_METHOD')}
              </Link>
            )}
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type RenewalProps = {
  view: BillingView
  fetcher: ReturnType<typeof useFetcher<SubscriptionAnswer>>
  requested: RenewalChange | null
}

/** Renewal state with its toggle; wallet and store subscriptions have their own cancellation. */
function Renewal({ view, fetcher, requested }: RenewalProps) {
  const t = useText()
  const { change, paidBy } = view
  const action = addressOf('currentSubscription')
  const question = change && questionAbout(change, view, t)
  return (
    <section className={style.renewal} aria-labelledby="renewal">
      <h2 id="renewal">{t('BILLING.RENEWAL')}</h2>
      {paidBy !== 'own' && change && <p>{t(paidBy === 'wallet' ? 'BILLING.WALLET' : 'BILLING.STORE')}</p>}
      <p>{stateOfRenewal(view, t)}</p>
      {change === 'wallet' && <p className={style.small}>{t('BILLING.WALLET_CHANGE')}</p>}
      {change === 'cancel' && !endsUnpaid(view) && (view.charges.length > 0 || !view.expiry) && (
        <p className={style.small}>{t('BILLING.NOTICE', { days: NOTICE_DAYS })}</p>
      )}
      {change && question && requested === change && (
        <QuestionForm action={action} fields={{ about: change }} question={question} />
      )}
      {change && question && requested !== change && (
        <AskingForm fetcher={fetcher} action={action} question={question}>
          <input type="hidden" name="about" value={change} />
          <Button kind={change === 'extend' ? 'quiet' : 'danger'} busy={fetcher.state !== 'idle'} busyWords={t('BILLING.BUSY')}>
            {t(buttons[change])}
          </Button>
        </AskingForm>
      )}
    </section>
  )
}

const buttons = {
  cancel: 'BILLING.CANCEL',
  extend: 'BILLING.EXTEND',
  wallet: 'BILLING.WALLET_CANCEL',
  store: 'BILLING.STORE_CANCEL',
} as const satisfies Record<RenewalChange, string>

function stateOfRenewal({ expiry, pastDue, change, charges, priceChange, returned }: BillingView, t: Text): string {
  const [next] = charges
  if (!expiry || pastDue || (change === 'cancel' && next)) return t('BILLING.ON')
  if (next) return t('BILLING.OFF_LATE', next)
  if (returned) return t('BILLING.OFF_RETURNED')
  return t(change === 'cancel' && priceChange ? 'BILLING.OFF_UNAGREED' : 'BILLING.OFF')
}

/** Returns whether a cancellation ends the subscription at once, because its last charge failed. */
function endsUnpaid({ pastDue, debit }: BillingView): boolean {
  return pastDue && debit === null
}

function questionAbout(change: RenewalChange, view: BillingView, t: Text) {
  const leave = { title: t('BILLING.CANCEL_TITLE'), yes: t('BILLING.CANCEL_YES'), no: t('BILLING.CANCEL_NO') }
  if (change === 'wallet') return { ...leave, content: t('BILLING.WALLET_ASK') }
  if (change === 'store') return { ...leave, content: t('BILLING.STORE_ASK') }
  if (change === 'cancel' && endsUnpaid(view)) return { ...leave, content: t('BILLING.CANCEL_UNPAID') }
  const date = view.charges[0]?.date ?? view.expiry ?? ''
  if (date === '') return { ...leave, content: t('BILLING.NOTICE', { days: NOTICE_DAYS }) }
  if (change === 'cancel') {
    return { ...leave, content: t(view.late ? 'BILLING.CANCEL_LATE' : 'BILLING.CANCEL_ASK', { date, days: NOTICE_DAYS }) }
  }
  return {
    title: t('BILLING.EXTEND_TITLE'),
    content: t('BILLING.EXTEND_ASK', { date }),
    yes: t('BILLING.EXTEND_YES'),
    no: t('BILLING.EXTEND_NO'),
  }
}

type MoveUpProps = { upgrade: Upgrade; paidBy: BillingView['paidBy'] }
function MoveUp({ upgrade: { id, voucherCode }, paidBy }: MoveUpProps) {
  const t = useText()
  return (
    <section className={style.upgrade} aria-labelledby="upgrade">
      <h2 id="upgrade">{t('BILLING.UPGRADE')}</h2>
      <p>{t(paidBy === 'wallet' ? 'BILLING.UPGRADE_BODY_WALLET' : 'BILLING.UPGRADE_BODY')}</p>
      <Link plain to="paymentOverview" values={{ id, voucher: voucherCode }} className="button">
        {t('BILLING.UPGRADE_BUTTON')}
      </Link>
    </section>
  )
}

function More() {
  const t = useText()
  return (
    <nav className={style.more} aria-label={t('BILLING.MORE')}>
      <Link plain to="invoices">
        {t('BILLING.INVOICES')}
      </Link>
      <Link plain to="subscriptions">
        {t('BILLING.COMPARE')}
      </Link>
      <Link plain to="cancel">
        {t('BILLING.EXIT')}
      </Link>
    </nav>
  )
}
