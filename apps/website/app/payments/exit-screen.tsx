import { emailFault, lineFault } from '@kiosk/domain/accounts/rules'
import { TEXT } from '@kiosk/domain/accounts/terms'
import { addressOf } from '@kiosk/domain/addresses'
import { cancelContract, unconfirmedExits, withdrawContract } from '@kiosk/domain/payments/exit-endpoints'
import { errorWords } from '@kiosk/languages/errors'
import { exitWords } from '@kiosk/languages/exits'
import { validationWords } from '@kiosk/languages/validation'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { loadDocument } from '../content/document-loading.ts'
import documentStyle from '../content/document-screen.module.css'
import { knownWriter } from '../content/known-writer.ts'
import { ServerHtml } from '../content/server-html.tsx'
import { TextPage } from '../content/text-page.tsx'
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { accountForm } from '../shell/account-form.ts'
import { faultsIn, type Rules, type Values, valuesOf } from '../shell/form-rules.ts'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { effectWords, exactly } from './exit-effect.ts'
import style from './exit-form.module.css'
import { ExitForm } from './exit-form.tsx'
import { ExitReceipt } from './exit-receipt.tsx'

export type ExitKind = 'cancel' | 'withdraw'
type Receipt = { number: string; at: string; atExactly: string; effect: string | null }
type Answer = { inForm: true; typed: Values; refusal?: Refusal; receipt?: Receipt }

const kindOf = (page: string | null): ExitKind => (page === 'withdraw' ? 'withdraw' : 'cancel')
const words = (fault: string | null) => fault && `VALIDATION.${fault}`

const rules: Record<ExitKind, Rules> = {
  withdraw: {
    name: (value) => words(lineFault(value, TEXT.name)),
    email: (value) => words(emailFault(value.trim())),
  },
  cancel: {
    name: (value) => words(lineFault(value, TEXT.name)),
    email: (value) => words(emailFault(value.trim())),
    reason: (value, { manner }) => (manner === 'extraordinary' && value.trim() === '' ? 'EXIT.REASON_MISSING' : null),
  },
}

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { user, state } = await visit.who()
  const waiting = state === 'anonymous' ? null : await orRefusal(visit.call(unconfirmedExits))
  return {
    words: visit.words(exitWords, validationWords, errorWords),
    kind: kindOf(visit.page),
    known: knownWriter(user),
    waits: (waiting?.answer?.declarations.length ?? 0) > 0,
    instructions: kindOf(visit.page) === 'withdraw' ? await loadDocument(visit, 'withdraw') : null,
  }
}

/** Sends a declaration; what was typed comes back with what is wrong, or as its receipt. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const kind = kindOf(visit.page)
  const typed = valuesOf(await accountForm(visit, request, { anonymous: true }))
  const refused = (refusal: Refusal) => data<Answer>({ inForm: true, typed, refusal }, { status: refusal.status })
  const [fault] = Object.entries(faultsIn(rules[kind], typed))
  if (fault) return refused(refusalAt(...fault))
  const { name = '', email = '', contract = '', manner, reason = '', wishedEnd = '' } = typed
  const who = { name: name.trim(), email: email.trim(), contract: contract.trim() }
  const { answer, refusal } = await orRefusal(
    kind === 'withdraw'
      ? visit.call(withdrawContract, { body: who })
      : visit.call(cancelContract, {
          body: { ...who, manner: manner === 'extraordinary' ? manner : 'ordinary', reason: reason.trim(), wishedEnd },
        }),
  )
  if (refusal)
    return refused(refusal.field === 'wishedEnd' ? { ...refusal, message: null, words: 'EXIT.WISHED_END_WRONG' } : refusal)
  const { number, receivedAt, outcome, endsAt = null } = answer
  const { language } = visit
  const effect = outcome ? effectWords(visit.words(exitWords), language, { kind, outcome, endsAt }) : null
  return data<Answer>({
    inForm: true,
    typed,
    receipt: { number, at: receivedAt, atExactly: exactly(language, receivedAt), effect },
  })
}

/** A contract ended without a login: the form and its one button, then the receipt. */
export default function ExitScreen() {
  const t = useText()
  const { kind, known, waits, instructions } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const { refusal, receipt } = answer ?? {}
  if (answer && receipt) return <ExitReceipt kind={kind} typed={answer.typed} receipt={receipt} />
  return (
    <TextPage title={t(`EXIT.${kind}_TITLE`)} lead={t(`EXIT.${kind}_LEAD`)}>
      {waits && (
        <Notice
          actions={
            <Link to="confirmExit" className="button quiet">
              {t('EXIT.TO_WAITING')}
            </Link>
          }
        >
          {t('EXIT.WAITING')}
        </Notice>
      )}
      {refusal && !refusal.field && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
      <ExitForm
        kind={kind}
        action={addressOf(kind)}
        typed={{ ...known, ...answer?.typed }}
        wrong={(field) => (refusal?.field === field ? (refusal.message ?? t(refusal.words)) : null)}
      />
      <p>{t(`EXIT.${kind}_NOTE`)}</p>
      <p>
        <Link plain to={kind === 'cancel' ? 'withdraw' : 'cancel'}>
          {t(kind === 'cancel' ? 'EXIT.TO_WITHDRAW' : 'EXIT.TO_CANCEL')}
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
