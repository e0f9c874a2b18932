import { answerPriceChange, priceChange } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatDay } from '@kiosk/domain/date-format'
import type { Language, Locale } from '@kiosk/domain/locale'
import { formatMoneyText } from '@kiosk/domain/money'
import type { PriceChange } from '@kiosk/domain/payments/price-change-endpoints'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { priceChangeMessages } from '@kiosk/i18n/messages/price-change'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { type ApiError, orApiError } from '../api-error.ts'
import { TextPage } from '../content/text-page.tsx'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import style from './price-change-screen.module.css'

export const headers = () => secretAddress

type View = Pick<PriceChange, 'rule' | 'withoutConsent' | 'state'> & {
  title: string
  old: string
  price: string
  day: string
  ends: string | null
}
type Answer = { inForm: true; view?: View; apiError?: ApiError }

/** Loads the price change. Opening the link changes nothing; only the buttons do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { answer, apiError } = await orApiError(ctx.call(priceChange, { query: { token } }))
  const head: HeadData = { robots: 'noindex' }
  const words = ctx.words(priceChangeMessages, errorMessages)
  const { state, locale } = await ctx.who()
  const view = answer ? viewOf(answer, ctx.language, locale) : null
  // The page shows the error itself.
  return data(
    { words, head, token, isSignedIn: state !== 'anonymous', view, inForm: true, apiError: apiError ?? null },
    { status: apiError && apiError.status >= 500 ? apiError.status : 200 },
  )
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const { token = '', decision = '' } = valuesOf(await accountForm(ctx, request, { anonymous: true }))
  if (decision !== 'agree' && decision !== 'cancel') throw data(null, { status: 400 })
  const { answer, apiError } = await orApiError(ctx.call(answerPriceChange, { body: { token, decision } }))
  if (apiError) return data<Answer>({ inForm: true, apiError }, { status: apiError.status })
  return data<Answer>({ inForm: true, view: viewOf(answer, ctx.language, (await ctx.who()).locale) })
}

function viewOf(change: PriceChange, language: Language, locale: Locale): View {
  const { subscriptionTitle: title, currency, oldPrice, newPrice, from, endsAt, rule, withoutConsent, state } = change
  const money = (minor: number) => formatMoneyText({ minor, currency }, language)
  const ends = endsAt ? formatDay(locale, endsAt) : null
  return {
    title,
    old: money(oldPrice),
    price: money(newPrice),
    day: formatDay(locale, from),
    ends,
    rule,
    withoutConsent,
    state,
  }
}

/** Old and new price with the date, and the reader's options. Opened from an e-mail's link or from the subscription page. */
export default function PriceChangeScreen() {
  const t = useText()
  const { token, isSignedIn, view: loaded, apiError: failed } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const view = answer?.view ?? (answer ? null : loaded)
  if (!view) return <Failed apiError={answer?.apiError ?? failed} token={token} isSignedIn={isSignedIn} />
  const { old, price, day } = view
  const result = resultOf(view)
  return (
    <TextPage title={t('PRICE.TITLE')}>
      {result && (
        <div className={style.notice}>
          <Notice kind="good" {...(result.title && { title: t(result.title as MessageKey) })}>
            {t(result.body as MessageKey, { old, price, day: view.state === 'cancelled' ? (view.ends ?? day) : day })}
          </Notice>
        </div>
      )}
      {(view.state === 'open' || view.state === 'agreed') && <Prices view={view} />}
      {view.state === 'open' && view.rule !== 'lower' && <Decision view={view} token={token} />}
      <ToAccount />
    </TextPage>
  )
}

function Prices({ view }: { view: View }) {
  const t = useText()
  const { title, old, price, day, rule, state } = view
  return (
    <>
      <p>{t(rule === 'consent' && state === 'open' ? 'PRICE.LEAD_CONSENT' : 'PRICE.LEAD', { title, old, price, day })}</p>
      <dl className={style.facts}>
        {[
          [t('PRICE.OLD'), t('PRICE.PER_PERIOD', { price: old })],
          [t('PRICE.NEW'), t('PRICE.PER_PERIOD', { price })],
          [t('PRICE.FROM'), day],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Decision({ view, token }: { view: View; token: string }) {
  const t = useText()
  const { rule, withoutConsent, old, day } = view
  const asksConsent = rule === 'consent'
  const meaning = asksConsent ? (withoutConsent === 'end' ? 'PRICE.CONSENT_END' : 'PRICE.CONSENT_KEEP') : 'PRICE.OBJECT'
  return (
    <>
      <p id="meaning">{t(meaning, { old, day })}</p>
      <form method="post" action={addressOf('priceChange')} className={style.buttons}>
        <AccountField />
        <input type="hidden" name="token" value={token} />
        {asksConsent && (
          <Button name="decision" value="agree" aria-describedby="meaning">
            {t('PRICE.AGREE')}
          </Button>
        )}
        <Button name="decision" value="cancel" kind={asksConsent ? 'quiet' : 'danger'} aria-describedby="meaning">
          {t('PRICE.CANCEL')}
        </Button>
      </form>
    </>
  )
}

/** Returns the messages of the result if there is nothing to decide; null otherwise. */
function resultOf({ state, rule, ends }: View): { title?: string; body: string } | null {
  if (state === 'agreed') return { title: 'PRICE.AGREED_TITLE', body: 'PRICE.AGREED' }
  if (state === 'cancelled' && ends) return { title: 'PRICE.CANCELLED_TITLE', body: 'PRICE.CANCELLED' }
  if (state === 'cancelled' || state === 'ended') return { title: 'PRICE.ENDED_TITLE', body: 'PRICE.ENDED' }
  if (state === 'stopped') return { title: 'PRICE.STOPPED_TITLE', body: 'PRICE.STOPPED' }
  if (state === 'over') return { body: 'PRICE.OVER' }
  return rule === 'lower' ? { body: 'PRICE.LOWER' } : null
}

type Failure = { apiError: ApiError | null | undefined; token: string; isSignedIn: boolean }
function Failed({ apiError, token, isSignedIn }: Failure) {
  const t = useText()
  // A server outage does not invalidate the link.
  const isAway = apiError ? apiError.status >= 500 || apiError.status === 429 : false
  const gone = token ? 'PRICE.LINK_FAILED' : isSignedIn ? 'PRICE.NONE' : 'PRICE.SIGN_IN'
  return (
    <TextPage title={t('PRICE.TITLE')}>
      <div className={style.notice}>
        <Notice kind={token || isAway ? 'error' : 'info'}>
          {isAway ? (apiError?.message ?? t((apiError?.words ?? gone) as MessageKey)) : t(gone)}
        </Notice>
      </div>
      {isSignedIn || isAway ? <ToAccount /> : <ToLogin />}
    </TextPage>
  )
}

function ToLogin() {
  const t = useText()
  return (
    <p>
      <Link to="login" values={{ redirect: addressOf('priceChange') }} className="button quiet">
        {t('PRICE.TO_LOGIN')}
      </Link>
    </p>
  )
}

function ToAccount() {
  const t = useText()
  return (
    <p>
      <Link plain to="currentSubscription">
        {t('PRICE.TO_ACCOUNT')}
      </Link>
    </p>
  )
}
