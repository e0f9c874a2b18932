import { addressOf } from '@kiosk/domain/addresses'
import { confirmExit, type DeclaredExit, declaredExit, unconfirmedExits } from '@kiosk/domain/payments/exit-endpoints'
import { errorWords } from '@kiosk/languages/errors'
import { exitWords } from '@kiosk/languages/exits'
import { validationWords } from '@kiosk/languages/validation'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { orRefusal, type Refusal } from '../refusal.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { effectWords, exactly } from './exit-effect.ts'
import style from './exit-form.module.css'

export const headers = () => secretAddress

type Shown = { kind: DeclaredExit['kind']; number: string; at: string; atExactly: string; outcome: DeclaredExit['outcome'] }
type Answer = { inForm: true; refusal?: Refusal; done?: { number: string; effect: string | null } }

/** Opening the link shows what it is about and changes nothing: only the button does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const isSignedIn = (await visit.who()).state !== 'anonymous'
  const found = token
    ? await orRefusal(visit.call(declaredExit, { query: { token } }).then((one) => [one]))
    : isSignedIn
      ? await orRefusal(visit.call(unconfirmedExits).then(({ declarations }) => declarations))
      : null
  const declarations = found?.answer ?? []
  const words = visit.words(exitWords, validationWords, errorWords)
  const [first] = declarations
  return data({
    words,
    head: { robots: 'noindex' } satisfies HeadData,
    token,
    isSignedIn,
    failed: found?.refusal ?? null,
    waiting: declarations.filter(isWaiting).map((each) => shown(each, visit.language)),
    done: first && !isWaiting(first) ? { number: first.number, effect: effectWords(words, visit.language, first) } : null,
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const { token = '', number = '' } = valuesOf(await accountForm(visit, request, { anonymous: true }))
  const { answer, refusal } = await orRefusal(visit.call(confirmExit, { body: { token, number } }))
  if (refusal) return data<Answer>({ inForm: true, refusal }, { status: refusal.status })
  const effect = effectWords(visit.words(exitWords), visit.language, answer)
  return data<Answer>({ inForm: true, done: { number: answer.number, effect } })
}

function isWaiting({ confirmed, outcome }: DeclaredExit): boolean {
  return !confirmed && (outcome === 'unconfirmed' || outcome === 'by-hand')
}

function shown({ kind, number, receivedAt, outcome }: DeclaredExit, language: Parameters<typeof exactly>[0]): Shown {
  return { kind, number, at: receivedAt, atExactly: exactly(language, receivedAt), outcome }
}

/** Where the button of a receipt leads; without its token, what waits for who is signed in. */
export default function ConfirmExitScreen() {
  const t = useText()
  const { token, isSignedIn, failed, waiting, done } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const result = answer?.done ?? (answer ? null : done)
  if (result) {
    return (
      <TextPage title={t('EXIT.CONFIRMED')}>
        <Notice kind="good" title={result.number}>
          {result.effect && <p>{result.effect}</p>}
        </Notice>
      </TextPage>
    )
  }
  if (answer?.refusal ?? failed) return <LinkFailed refusal={answer?.refusal ?? failed} />
  return (
    <TextPage title={t('EXIT.CONFIRM_TITLE')}>
      {waiting.map((each) => (
        <section key={each.number}>
          <p>{t(each.outcome === 'by-hand' ? 'EXIT.by-hand_CONFIRM_LEAD' : `EXIT.${each.kind}_CONFIRM_LEAD`)}</p>
          <dl className={style.receipt}>
            {[
              [t('EXIT.KIND'), t(`EXIT.${each.kind}_KIND`)],
              [t('EXIT.NUMBER'), each.number],
              [t('EXIT.AT'), each.atExactly],
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd id={value === each.number ? each.number : undefined}>{value}</dd>
              </div>
            ))}
          </dl>
          <form method="post" action={addressOf('confirmExit')} className={style.form}>
            <AccountField />
            <input type="hidden" name={token ? 'token' : 'number'} value={token || each.number} />
            <p className={style.button}>
              <Button aria-describedby={each.number}>{t(`EXIT.${each.kind}_CONFIRM`)}</Button>
            </p>
          </form>
        </section>
      ))}
      {waiting.length > 0 ? (
        <p>{t('EXIT.CONFIRM_NOT_YOU')}</p>
      ) : (
        <>
          <p>{t(isSignedIn ? 'EXIT.CONFIRM_NONE' : 'EXIT.CONFIRM_SIGN_IN')}</p>
          {!isSignedIn && <ToLogin />}
        </>
      )}
    </TextPage>
  )
}

function LinkFailed({ refusal }: { refusal: Refusal | null | undefined }) {
  const t = useText()
  // Where the server is away, the link is none the worse.
  const isGone = refusal ? refusal.status < 500 && refusal.status !== 429 : false
  return (
    <TextPage title={t('EXIT.CONFIRM_TITLE')}>
      <Notice kind="error">
        {isGone ? t('EXIT.LINK_FAILED') : (refusal?.message ?? t(refusal?.words ?? 'EXIT.LINK_FAILED'))}
      </Notice>
      {isGone && <ToLogin />}
    </TextPage>
  )
}

function ToLogin() {
  const t = useText()
  return (
    <p>
      <Link to="login" values={{ redirect: addressOf('confirmExit') }} className="button quiet">
        {t('EXIT.TO_LOGIN')}
      </Link>
    </p>
  )
}
