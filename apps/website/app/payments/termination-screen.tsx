import { billing, cancelSubscription, withdrawSubscription } from '@kiosk/contract/routes'
import { TEXT } from '@kiosk/domain/accounts/limits'
import { emailError, lineError } from '@kiosk/domain/accounts/rules'
import { addressOf } from '@kiosk/domain/addresses'
import { formatSecond } from '@kiosk/domain/date-format'
import type { Billing } from '@kiosk/domain/payments/billing-endpoints'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { terminationMessages } from '@kiosk/i18n/messages/termination'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { type ApiError, errorAt, orApiError } from '../api-error.ts'
import { loadDocument } from '../content/document-loading.ts'
import documentStyle from '../content/document-screen.module.css'
import { senderOf } from '../content/known-sender.ts'
import { ServerHtml } from '../content/server-html.tsx'
import page from '../content/text-page.module.css'
import { TextPage } from '../content/text-page.tsx'
import { accountForm } from '../shell/account-form.ts'
import { type Rules, type Values, validate, validationKey, valuesOf } from '../shell/form-rules.ts'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useSlots } from '../shell/slots.tsx'
import { useText } from '../shell/use-text.ts'
import { effectWords, type TerminationKind } from './termination-effect.ts'
import style from './termination-form.module.css'
import { TerminationForm } from './termination-form.tsx'
import { TerminationReceipt } from './termination-receipt.tsx'

type Receipt = { number: string; at: string; atExactly: string; effect: string | null }
type Answer = { inForm: true; typed: Values; apiError?: ApiError; receipt?: Receipt }

const kindOf = (page: string | null): TerminationKind => (page === 'withdraw' ? 'withdraw' : 'cancel')
const rules: Record<TerminationKind, Rules> = {
  withdraw: {
    name: (value) => validationKey(lineError(value, TEXT.name)),
    email: (value) => validationKey(emailError(value.trim())),
  },
  cancel: {
    name: (value) => validationKey(lineError(value, TEXT.name)),
    email: (value) => validationKey(emailError(value.trim())),
    reason: (value, { manner }) => (manner === 'extraordinary' && value.trim() === '' ? 'TERMINATION.REASON_MISSING' : null),
  },
}

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const isSignedIn = (await ctx.who()).state !== 'anonymous'
  const current = isSignedIn ? await orApiError(ctx.call(billing) as Promise<Billing | undefined>) : null
  const declarations = current?.answer?.declarations ?? []
  const received = declarations.find(({ kind, confirmed }) => confirmed && kind === kindOf(ctx.page))
  return {
    words: ctx.words(terminationMessages, validationMessages, errorMessages),
    kind: kindOf(ctx.page),
    sender: await senderOf(ctx),
    received: received?.number ?? null,
    waits: declarations.some(({ outcome }) => outcome === 'unconfirmed'),
    instructions: kindOf(ctx.page) === 'withdraw' ? await loadDocument(ctx, 'withdraw') : null,
  }
}

/** Sends a declaration; returns the input with its errors, or the receipt. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const kind = kindOf(ctx.page)
  const typed = valuesOf(await accountForm(ctx, request, { anonymous: true }))
  const rejected = (apiError: ApiError) => data<Answer>({ inForm: true, typed, apiError }, { status: apiError.status })
  const [fault] = Object.entries(validate(rules[kind], typed))
  if (fault) return rejected(errorAt(...fault))
  const { name = '', email = '', contract: subscription = '', manner, reason = '', wishedEnd = '' } = typed
  const who = { name: name.trim(), email: email.trim(), contract: subscription.trim() }
  const { answer, apiError } = await orApiError(
    kind === 'withdraw'
      ? ctx.call(withdrawSubscription, { body: who })
      : ctx.call(cancelSubscription, {
          body: { ...who, manner: manner === 'extraordinary' ? manner : 'ordinary', reason: reason.trim(), wishedEnd },
        }),
  )
  if (apiError)
    return rejected(
      apiError.field === 'wishedEnd' ? { ...apiError, message: null, words: 'TERMINATION.WISHED_END_WRONG' } : apiError,
    )
  const { number, receivedAt, outcome, endsAt = null, late = false } = answer
  const { locale } = await ctx.who()
  const effect = outcome ? effectWords(ctx.words(terminationMessages), locale, { kind, outcome, endsAt, late }) : null
  return data<Answer>({
    inForm: true,
    typed,
    receipt: { number, at: receivedAt, atExactly: formatSecond(locale, receivedAt), effect },
  })
}

/** Cancellation or withdrawal without a login: the form with its single button, then the receipt. */
export default function ExitScreen() {
  const t = useText()
  const { kind, sender, received, waits, instructions } = useLoaderData<typeof loader>()
  const { senderName, senderEmail } = useSlots(sender)
  const answer = useActionData<typeof action>() as Answer | undefined
  const { apiError, receipt } = answer ?? {}
  if (answer && receipt) return <TerminationReceipt kind={kind} typed={answer.typed} receipt={receipt} />
  return (
    <TextPage title={t(`TERMINATION.${kind}_TITLE`)} lead={t(`TERMINATION.${kind}_LEAD`)}>
      {waits && (
        <Notice
          actions={
            <Link to="confirmExit" className="button quiet">
              {t('TERMINATION.TO_WAITING')}
            </Link>
          }
        >
          {t('TERMINATION.WAITING')}
        </Notice>
      )}
      {received && <Notice>{t(`TERMINATION.${kind}_RECEIVED`, { number: received })}</Notice>}
      {apiError && !apiError.field && <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>}
      <TerminationForm
        kind={kind}
        action={addressOf(kind)}
        typed={{ name: senderName, email: senderEmail, ...answer?.typed }}
        wrong={(field) => (apiError?.field === field ? (apiError.message ?? t(apiError.words as MessageKey)) : null)}
      />
      <p>{t(`TERMINATION.${kind}_NOTE`)}</p>
      <p className={page.back}>
        <Link plain to={kind === 'cancel' ? 'withdraw' : 'cancel'}>
          {t(kind === 'cancel' ? 'TERMINATION.TO_WITHDRAW' : 'TERMINATION.TO_CANCEL')}
        </Link>
      </p>
      {instructions && (
        <section id="instructions" className={style.instructions} aria-labelledby="instructions-title">
          <h2 id="instructions-title">{instructions.title}</h2>
          <p>{instructions.lead}</p>
          <ServerHtml html={instructions.html} className={documentStyle.section} />
        </section>
      )}
    </TextPage>
  )
}
