import { confirmTermination, declaredTermination, unconfirmedTerminations } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatSecond } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'
import type { DeclaredTermination } from '@kiosk/domain/payments/termination-endpoints'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { terminationMessages } from '@kiosk/i18n/messages/termination'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import type { Messages } from '@kiosk/i18n/translate'
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
import { effectWords } from './termination-effect.ts'
import style from './termination-form.module.css'

export const headers = () => secretAddress

type Shown = {
  kind: DeclaredTermination['kind']
  number: string
  at: string
  atExactly: string
  outcome: DeclaredTermination['outcome']
}
type Done = { number: string; answered: boolean; effect: string | null }
type Answer = { inForm: true; apiError?: ApiError; done?: Done }

/** Loads the declaration. Opening the link changes nothing; only the button does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { state, locale } = await ctx.who()
  const isSignedIn = state !== 'anonymous'
  const found = token
    ? await orApiError(ctx.call(declaredTermination, { query: { token } }).then((one) => [one]))
    : isSignedIn
      ? await orApiError(ctx.call(unconfirmedTerminations).then(({ declarations }) => declarations))
      : null
  const declarations = found?.answer ?? []
  const words = ctx.words(terminationMessages, validationMessages, errorMessages)
  const [first] = declarations
  return data({
    words,
    head: { robots: 'noindex' } satisfies HeadData,
    token,
    isSignedIn,
    failed: found?.apiError ?? null,
    waiting: declarations.filter(isWaiting).map((each) => shown(each, locale)),
    done: first && !isWaiting(first) ? doneWith(first, words, locale) : null,
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const { token = '', number = '' } = valuesOf(await accountForm(ctx, request, { anonymous: true }))
  const { answer, apiError } = await orApiError(ctx.call(confirmTermination, { body: { token, number } }))
  if (apiError) return data<Answer>({ inForm: true, apiError }, { status: apiError.status })
  return data<Answer>({ inForm: true, done: doneWith(answer, ctx.words(terminationMessages), (await ctx.who()).locale) })
}

function doneWith(declared: DeclaredTermination, words: Messages, locale: Locale): Done {
  return { number: declared.number, answered: declared.answered, effect: effectWords(words, locale, declared) }
}

function isWaiting({ confirmed, answered, outcome }: DeclaredTermination): boolean {
  return !confirmed && !answered && (outcome === 'unconfirmed' || outcome === 'by-hand')
}

function shown({ kind, number, receivedAt, outcome }: DeclaredTermination, locale: Locale): Shown {
  return { kind, number, at: receivedAt, atExactly: formatSecond(locale, receivedAt), outcome }
}

/** Target of the receipt's button; without a token, the pending declarations of the signed-in user. */
export default function ConfirmExitScreen() {
  const t = useText()
  const { token, isSignedIn, failed, waiting, done } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const result = answer?.done ?? (answer ? null : done)
  if (result) {
    return (
      <TextPage title={t(result.answered ? 'TERMINATION.RECEIPT' : 'TERMINATION.CONFIRMED')}>
        <Notice kind="good" title={result.number}>
          {result.effect && <p>{result.effect}</p>}
        </Notice>
      </TextPage>
    )
  }
  if (answer?.apiError ?? failed) return <LinkFailed apiError={answer?.apiError ?? failed} />
  return (
    <TextPage title={t('TERMINATION.CONFIRM_TITLE')}>
      {waiting.map((each) => (
        <section key={each.number}>
          <p>{t(each.outcome === 'by-hand' ? 'TERMINATION.by-hand_CONFIRM_LEAD' : `TERMINATION.${each.kind}_CONFIRM_LEAD`)}</p>
          <dl className={style.receipt}>
            {[
              [t('TERMINATION.KIND'), t(`TERMINATION.${each.kind}_KIND`)],
              [t('TERMINATION.NUMBER'), each.number],
              [t('TERMINATION.AT'), each.atExactly],
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
              <Button aria-describedby={each.number}>{t(`TERMINATION.${each.kind}_CONFIRM`)}</Button>
            </p>
          </form>
        </section>
      ))}
      {waiting.length > 0 ? (
        waiting.some(({ outcome }) => outcome === 'by-hand') ? (
          <>
            <p>{t('TERMINATION.by-hand_CONFIRM_NOT_YOU')}</p>
            <p>
              <WriteUs />
            </p>
          </>
        ) : (
          <p>{t('TERMINATION.CONFIRM_NOT_YOU')}</p>
        )
      ) : (
        <>
          <p>{t(isSignedIn ? 'TERMINATION.CONFIRM_NONE' : 'TERMINATION.CONFIRM_SIGN_IN')}</p>
          {!isSignedIn && (
            <p>
              <ToLogin />
            </p>
          )}
        </>
      )}
    </TextPage>
  )
}

function LinkFailed({ apiError }: { apiError: ApiError | null | undefined }) {
  const t = useText()
  // A server outage does not invalidate the link.
  const isGone = apiError ? apiError.status < 500 && apiError.status !== 429 : false
  return (
    <TextPage title={t('TERMINATION.CONFIRM_TITLE')}>
      <Notice
        kind="error"
        actions={
          isGone && (
            <>
              <ToLogin />
              <WriteUs />
            </>
          )
        }
      >
        {isGone
          ? t('TERMINATION.LINK_FAILED')
          : (apiError?.message ?? t((apiError?.words ?? 'TERMINATION.LINK_FAILED') as MessageKey))}
      </Notice>
    </TextPage>
  )
}

function ToLogin() {
  const t = useText()
  return (
    <Link to="login" values={{ redirect: addressOf('confirmExit') }} className="button quiet">
      {t('TERMINATION.TO_LOGIN')}
    </Link>
  )
}

function WriteUs() {
  const t = useText()
  return (
    <Link plain to="feedback" className="button quiet">
      {t('FAILURE.WRITE_US')}
    </Link>
  )
}
