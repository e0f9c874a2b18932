import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { formatDay, formatSecond } from '@kiosk/domain/date-format'
import { NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DEFAULT_REGION } from '@kiosk/domain/regions'
import { DAY_SECONDS } from '@kiosk/domain/time'
import type { Block } from '@kiosk/emails/email'
import { accountById } from '../../accounts/queries.ts'
import { issueToken } from '../../auth/one-time-tokens.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import { type ComposedEmail, type EmailDocument, emailDocument } from '../../emails/email-document.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { withoutLinks } from '../../emails/without-links.ts'
import { pendingDebit, subscriptionById } from '../subscriptions/queries.ts'
import type { Declaration } from '../withdrawals/apply.ts'
import { isLateCancellation } from '../withdrawals/late.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import { chargedAmount } from './compose-email.ts'

type Job = Extract<EmailJob, { declarationId: number }>
type Scene = {
  declared: Declaration
  document: EmailDocument
  /** Texts under `EMAIL.exit-receipt.`. */
  words(key: string, values?: Record<string, string | number>): string
  day(at: Date): string
  moment(at: Date): string
}

/**
 * Writes the receipt of a cancellation or withdrawal, the reminder to confirm it, or the answer to its confirmation. Only the
 * account's own address gets the typed text and the button; any other address gets number, kind and time. Null if there is
 * nothing left to say.
 */
export async function terminationEmail(
  { letter: template, declarationId }: Job,
  ctx: BillingContext,
): Promise<ComposedEmail | null> {
  const { db } = ctx
  const declared = await db.selectFrom('termination_declarations').selectAll().where('id', '=', declarationId).executeTakeFirst()
  if (!declared || declared.email === '') return null
  if (template === 'exit-reminder' && declared.outcome !== 'unconfirmed') return null
  const isOfSubscription = declared.account_id !== null && declared.subscription_id !== null
  const account = isOfSubscription ? await accountById(db, declared.account_id!) : undefined
  if (template !== 'exit-receipt' && !account) return null
  const scene = sceneOf(declared, account, ctx)
  const { document, words } = scene
  const values = { at: scene.day(declared.received_at), number: terminationNumber(declared) }
  const reminds = template === 'exit-reminder'
  const blocks = account ? await blocksForOwner(scene, template, account.id, ctx) : blocksForStranger(scene, ctx)
  return {
    to: account?.email ?? declared.email,
    document,
    email: {
      language: document.language,
      subject: document.say(`${template}.${declared.kind}_SUBJECT`, values),
      title: document.say(`${template}.${declared.kind}_TITLE`),
      blocks: [{ kind: 'greeting', text: document.say('GREETING_NAMELESS') }, ...blocks],
      reason: reminds || template === 'exit-confirmed' ? document.say('REASON_ACCOUNT') : words('REASON'),
      links: [],
    },
  }
}

/** `account`: undefined for a stranger. */
function sceneOf(
  declared: Declaration,
  account: { region_id: number } | undefined,
  ctx: Pick<AppContext, 'operator' | 'publicUrl'>,
): Scene {
  const { language } = declared
  const document = emailDocument(ctx, { language, region_id: account?.region_id ?? DEFAULT_REGION.id })
  return {
    declared,
    document,
    words: (key, values = {}) => document.say(`exit-receipt.${key}`, values),
    day: (at) => formatDay(document.locale, at),
    moment: (at) => formatSecond(document.locale, at),
  }
}

/**
 * Returns blocks without typed text, because anybody could use it to send messages to this address. They are the same for every
 * result, so that they do not reveal which subscriptions exist.
 */
function blocksForStranger({ declared, words, moment }: Scene, ctx: Pick<AppContext, 'operator'>): Block[] {
  const { mail } = ctx.operator.company
  const { received_at } = declared
  const at = moment(received_at)
  return [
    { kind: 'paragraph', text: words('STRANGER_BODY', { at, number: terminationNumber(declared) }) },
    {
      kind: 'details',
      rows: [
        [words('FACT_KIND'), kindWords(declared, words)],
        [words('FACT_NUMBER'), terminationNumber(declared)],
        [words('FACT_AT'), at],
      ],
    },
    { kind: 'paragraph', text: words('unknown', { mail }) },
    { kind: 'small', text: words('NOT_YOU', { mail }) },
  ]
}

async function blocksForOwner(
  scene: Scene,
  template: Job['letter'],
  accountId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'now'>,
): Promise<Block[]> {
  const { declared, document, words, moment, day } = scene
  const { kind, outcome, received_at, confirmed_at, effective_at, subscription_id } = declared
  const subscription = subscription_id === null ? undefined : await subscriptionById(ctx.db, subscription_id)
  const values = { at: moment(received_at), number: terminationNumber(declared) }
  const body = template === 'exit-receipt' ? words(`${kind}_BODY`, values) : document.say(`${template}.BODY`, values)
  const blocks: Block[] = [
    { kind: 'paragraph', text: body },
    {
      kind: 'details',
      rows: [
        [words('FACT_KIND'), kindWords(declared, words)],
        [words('FACT_NAME'), withoutLinks(declared.name)],
        [words('FACT_EMAIL'), declared.email],
        [words('FACT_CONTRACT'), withoutLinks(declared.contract)],
        [words('FACT_REASON'), withoutLinks(declared.reason)],
        [words('FACT_WISHED'), declared.requested_end ? day(new Date(declared.requested_end)) : ''],
        [words('FACT_AT'), moment(received_at)],
      ],
    },
    ...effectBlocks(scene, ctx),
    ...(await chargeBlocks(scene, subscription, ctx)),
  ]
  const { mail } = ctx.operator.company
  if (confirmed_at === null && (outcome === 'unconfirmed' || outcome === 'by-hand')) {
    const data = { declarationId: Number(declared.id) }
    const token = await issueToken(ctx.db, { purpose: 'exit', accountId, data, now: ctx.now() })
    blocks.push(
      { kind: 'paragraph', text: words(outcome === 'unconfirmed' ? `${kind}_unconfirmed` : 'by-hand_unconfirmed') },
      { kind: 'button', label: words(`${kind}_BUTTON`), address: document.page('confirmExit', { token }) },
      { kind: 'small', text: words('TERM', { days: TOKEN_TTL_SECONDS.exit / DAY_SECONDS, mail }) },
      { kind: 'small', text: words(outcome === 'unconfirmed' ? 'NOT_YOU_UNCONFIRMED' : 'NOT_YOU', { mail }) },
    )
    return blocks
  }
  const isApplied = outcome === 'applied' && kind === 'cancel' && confirmed_at === null && effective_at !== null
  // A wallet's or store's subscription was cancelled there before, and its renewal cannot be turned on again here.
  const canBeTakenBack = isApplied && subscription?.order_type === ORDER_TYPE.own
  if (canBeTakenBack)
    blocks.push({ kind: 'button', label: words('TO_CONTRACT'), address: document.page('currentSubscription'), quiet: true })
  blocks.push({ kind: 'small', text: words(canBeTakenBack ? 'NOT_YOU_CANCELLED' : 'NOT_YOU', { mail }) })
  return blocks
}

/** Describes the effect so far; empty while the declaration waits for confirmation. */
function effectBlocks({ declared, document, words, day }: Scene, ctx: Pick<AppContext, 'operator' | 'now'>): Block[] {
  const { kind, outcome, effective_at, received_at } = declared
  const { mail } = ctx.operator.company
  if (outcome === 'unconfirmed') return []
  const ends = effective_at && kind === 'cancel' ? endWords(effective_at) : null
  if (outcome === 'applied') {
    return [{ kind: 'paragraph', text: ends ?? words(`${kind}_applied`, { day: day(effective_at ?? received_at) }) }]
  }
  const text = words(outcome === 'unknown' || outcome === 'too-late' ? outcome : 'by-hand', { mail })
  const rest: Block = { kind: 'paragraph', text }
  return ends ? [{ kind: 'paragraph', text: ends }, rest] : [rest]

  function endWords(at: Date): string {
    return at > ctx.now() ? words('cancel_applied', { day: day(at) }) : document.say('exit-confirmed.cancel_ended')
  }
}

/** Says what is still charged: the next period of a late cancellation, or a debit that was pending before a withdrawal. */
async function chargeBlocks(
  { declared, document }: Scene,
  subscription: { id: number; order_type: number } | undefined,
  ctx: Pick<AppContext, 'db'>,
): Promise<Block[]> {
  const { kind, outcome, effective_at, applied_at } = declared
  if (outcome !== 'applied' || !subscription || effective_at === null || applied_at === null) return []
  if (kind === 'withdraw') {
    const debit = await pendingDebit(ctx.db, subscription.id)
    if (!debit) return []
    return [{ kind: 'paragraph', text: document.say('end.UNDER_WAY', { amount: chargedAmount(debit, document.language) }) }]
  }
  return (await isLateCancellation(ctx.db, declared, subscription))
    ? [{ kind: 'paragraph', text: document.say('contract-cancelled.LATE', { days: NOTICE_DAYS }) }]
    : []
}

function kindWords({ kind, manner }: Declaration, words: Scene['words']): string {
  return words(kind === 'cancel' && manner === 'extraordinary' ? 'cancel_extraordinary' : kind)
}
