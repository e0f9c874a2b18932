import { addressOf } from '@kiosk/domain/addresses'
import { moneyInWords } from '@kiosk/domain/money'
import { answerPriceChange, type PriceChange, priceChange } from '@kiosk/domain/payments/price-change-endpoints'
import { errorWords } from '@kiosk/languages/errors'
import { priceChangeWords } from '@kiosk/languages/price-change'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { dayIn } from '../payments/day.ts'
import { orRefusal, type Refusal } from '../refusal.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import style from './price-change-screen.module.css'

export const headers = () => secretAddress

type View = Pick<PriceChange, 'rule' | 'withoutConsent' | 'state'> & {
  title: string
  old: string
  price: string
  day: string
  ends: string | null
}
type Answer = { inForm: true; view?: View; refusal?: Refusal }

/** Opening the link shows the price and changes nothing: only the buttons do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { answer, refusal } = await orRefusal(visit.call(priceChange, { query: { token } }))
  const head: HeadData = { robots: 'noindex' }
  const words = visit.words(priceChangeWords, errorWords)
  return data(
    { words, head, token, view: answer ? viewOf(answer, visit.language) : null, refusal: refusal ?? null },
    { status: refusal && refusal.status >= 500 ? refusal.status : 200 },
  )
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const { token = '', decision = '' } = valuesOf(await accountForm(visit, request, { anonymous: true }))
  if (decision !== 'agree' && decision !== 'cancel') throw data(null, { status: 400 })
  const { answer, refusal } = await orRefusal(visit.call(answerPriceChange, { body: { token, decision } }))
  if (refusal) return data<Answer>({ inForm: true, refusal }, { status: refusal.status })
  return data<Answer>({ inForm: true, view: viewOf(answer, visit.language) })
}

function viewOf(change: PriceChange, language: Visit['language']): View {
  const { subscriptionTitle: title, currency, oldPrice, newPrice, from, endsAt, rule, withoutConsent, state } = change
  const money = (minor: number) => moneyInWords({ minor, currency }, language)
  const ends = endsAt ? dayIn(language, endsAt) : null
  return { title, old: money(oldPrice), price: money(newPrice), day: dayIn(language, from), ends, rule, withoutConsent, state }
}

/** Old and new price with the day, and what the reader may do; where the link of the e-mail leads, and one's own page. */
export default function PriceChangeScreen() {
  const t = useText()
  const { token, view: loaded, refusal: failed } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const view = answer?.view ?? (answer ? null : loaded)
  if (!view) return <Failed refusal={answer?.refusal ?? failed} token={token} />
  const { old, price, day } = view
  const result = resultOf(view)
  return (
    <TextPage title={t('PRICE.TITLE')}>
      {result && (
        <div className={style.notice}>
          <Notice kind="good" {...(result.title && { title: t(result.title) })}>
            {t(result.body, { old, price, day: view.state === 'cancelled' ? (view.ends ?? day) : day })}
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
  const { title, old, price, day } = view
  return (
    <>
      <p>{t('PRICE.LEAD', { title, old, price, day })}</p>
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

/** What is said where nothing is to be decided any more. */
function resultOf({ state, rule, ends }: View): { title?: string; body: string } | null {
  if (state === 'agreed') return { title: 'PRICE.AGREED_TITLE', body: 'PRICE.AGREED' }
  if (state === 'cancelled') return { title: 'PRICE.CANCELLED_TITLE', body: ends ? 'PRICE.CANCELLED' : 'PRICE.CANCELLED_ENDED' }
  if (state === 'stopped') return { title: 'PRICE.STOPPED_TITLE', body: 'PRICE.STOPPED' }
  if (state === 'over') return { body: 'PRICE.OVER' }
  return rule === 'lower' ? { body: 'PRICE.LOWER' } : null
}

function Failed({ refusal, token }: { refusal: Refusal | null | undefined; token: string }) {
  const t = useText()
  const isAway = refusal ? refusal.status >= 500 || refusal.status === 429 : false
  const gone = token ? 'PRICE.LINK_FAILED' : 'PRICE.NONE'
  return (
    <TextPage title={t('PRICE.TITLE')}>
      <div className={style.notice}>
        <Notice kind={token || isAway ? 'error' : 'good'}>
          {isAway ? (refusal?.message ?? t(refusal?.words ?? gone)) : t(gone)}
        </Notice>
      </div>
      <ToAccount />
    </TextPage>
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
