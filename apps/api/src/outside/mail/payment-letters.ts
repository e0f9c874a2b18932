import { lastDayOf } from '@kiosk/domain/day'
import { dateLocales, type Language } from '@kiosk/domain/locale'
import { type Money, moneyInWords } from '@kiosk/domain/money'
import { expectedDebitDay } from '@kiosk/domain/payments/bank-days'
import { lastDayOfWithdrawal, periodFrom } from '@kiosk/domain/payments/rules'
import { NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { paymentWords } from '@kiosk/languages/payments'
import { onOneLine } from '@kiosk/languages/typography'
import { text } from '@kiosk/languages/words'
import { accountById } from '../../accounts/queries.ts'
import type { House } from '../../house.ts'
import type { ActKind } from '../../payments/contract-acts/perform-act.ts'
import { plannedEndOf } from '../../payments/contract-acts/planned-end.ts'
import { contractDocuments } from '../../payments/contract-documents.ts'
import { contractNumber } from '../../payments/contract-number.ts'
import { acceptanceOf, contractById, firstCharge, lastPaidPeriod } from '../../payments/contracts.ts'
import { fileNameOf, languageOf } from '../../payments/invoice-paper.ts'
import { keptPaper } from '../../payments/invoice-papers.ts'
import { issuedInvoice, issuedInvoiceById } from '../../payments/issued-invoices.ts'
import { lastPeriod } from '../../payments/last-period.ts'
import { type NextCharge, nextCharge } from '../../payments/next-charge.ts'
import { correctionInSentence } from '../../payments/paper-name.ts'
import { endsUnagreed } from '../../payments/price-notices.ts'
import type { Block, Letter } from './letter.ts'
import { letterPaper, type Paper } from './letter-paper.ts'
import type { LetterJob } from './letters.ts'
import type { Mail } from './post.ts'
import type { Written } from './write-letter.ts'

// Letters about contracts. Whoever is gone by the time they are written gets none.

const DAY = 86_400_000
/** Letters that are written here, in money-emails.ts, price-emails.ts and contract-act-email.ts. */
type Name =
  | 'dispute-won'
  | 'late-payment-returned'
  | 'payment-data-changed'
  | 'cancellation-taken-back'
  | 'price-rise'
  | 'price-cut'
  | 'price-agreed'
  | 'price-stays'
  | 'contract-confirmed'
  | 'invoice'
  | 'charge-declined'
  | 'bank-question'
  | 'purchase-failed'
  | 'mandate-gone'
  | 'contract-ended'
  | 'contract-cancelled'
  | 'credit-note'
  | 'debit-announced'
  | ActKind
type Of<N extends Name> = Extract<LetterJob, { letter: N }>
type Contract = NonNullable<Awaited<ReturnType<typeof contractById>>>
export type Scene = {
  account: NonNullable<Awaited<ReturnType<typeof accountById>>>
  paper: Paper
  contract: Contract
  tariff: string
}

/**
 * The durable confirmation of a contract: what was bought, for how much, what was taken, how it ends, and what was said about
 * withdrawal; with invoice, terms and the instructions on withdrawal.
 */
export async function contractConfirmedLetter(job: Of<'contract-confirmed'>, house: House): Promise<Written | null> {
  const scene = await sceneOf(job.accountId, job.contract, house)
  if (!scene) return null
  const { paper, contract, account } = scene
  const { say, language } = paper
  const { company } = house.operator
  const acceptance = await acceptanceOf(house.db, account.id, contract)
  const givenUp = acceptance?.policy === 'given-up'
  const charge = await firstCharge(house.db, contract.id)
  const isDebited = job.invoiceId === null && contract.method_kind === 'DD'
  const { currency } = contract.tariff
  const money = (minor: number) => moneyInWords({ minor, currency }, language)
  const old = contract.upgrade_from === null ? undefined : await contractById(house.db, contract.upgrade_from)
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('contract-confirmed.BODY') },
    {
      kind: 'facts',
      rows: [
        [say('FACT_CONTRACT'), contractNumber(contract.id)],
        [say('FACT_TARIFF'), scene.tariff],
        [say('FACT_PRICE'), priceWords(scene)],
        [say('FACT_BEGIN'), moment(language, contract.starts_at)],
        [say('FACT_PERIOD'), day(language, lastDayOf(periodFrom(contract.starts_at)))],
        [say('FACT_CREDIT', { contract: old ? contractNumber(old.id) : '' }), charge?.credit ? money(charge.credit) : ''],
        [say(isDebited ? 'FACT_TO_TAKE' : 'FACT_TAKEN'), charge ? money(charge.amount) : ''],
        [say('FACT_METHOD'), methodOf(contract)],
        [say('FACT_MANDATE'), contract.mandate_reference ?? ''],
        [say('FACT_CREDITOR'), contract.mandate_reference ? company.creditorId : ''],
        [say('FACT_SELLER'), `${company.name}, ${company.street}, ${company.postcode} ${company.town}, ${company.country}`],
        [say('FACT_CONTACT'), `${company.mail}, ${onOneLine(company.phone)}`],
      ],
    },
    ...paragraphs(upgradeWords()),
    ...paragraphs(
      isDebited && charge && charge.amount > 0
        ? [
            say('contract-confirmed.FIRST_DEBIT', {
              day: day(language, new Date(`${charge.debit_on ?? expectedDebitDay(charge.created_at)}T12:00:00Z`)),
              amount: money(charge.amount),
              method: onOneLine(contract.masked ?? ''),
            }),
          ]
        : [],
    ),
    ...paragraphs([say('contract-confirmed.RENEWAL', { days: NOTICE_DAYS })]),
    ...withdrawalBlocks(),
    ...paragraphs([say(job.invoiceId === null ? 'contract-confirmed.INVOICE_LATER' : 'contract-confirmed.INVOICE')]),
    toContract(paper),
    { kind: 'button', label: say('CANCEL_HERE'), address: paper.page('cancel'), quiet: true },
    // A button for a right that has ended would say the opposite of the words above; the page stays within reach.
    ...(givenUp ? [] : [{ kind: 'button', label: say('WITHDRAW_HERE'), address: paper.page('withdraw'), quiet: true } as const]),
  ]
  const links = [
    { label: say('TERMS'), address: paper.page('terms') },
    ...(givenUp ? [{ label: say('WITHDRAW_HERE'), address: paper.page('withdraw') }] : []),
  ]
  const { region } = contract.tariff
  const documents = await contractDocuments(house, { id: contract.id, region, startsAt: contract.starts_at }, language)
  const attachments = [
    ...(await papersOf(job.invoiceId, house)),
    ...documents.map((each) => ({ ...each, type: 'application/pdf' as const })),
  ]
  return written(scene, 'contract-confirmed', {}, blocks, attachments, links)

  function upgradeWords(): string[] {
    if (!old) return []
    const ended = say('contract-confirmed.UPGRADE', {
      tariff: `${house.operator.siteName} ${old.tariff.tier}`,
      contract: contractNumber(old.id),
      day: day(language, old.ends_at ?? contract.starts_at),
    })
    if (contract.order_type === ORDER_TYPE.wallet)
      return [ended, say('contract-confirmed.UPGRADE_BACK', { method: contract.brand || 'PayPal' })]
    if (!charge?.credit) return [ended]
    const rest = charge.credit - charge.gross
    return [
      ended,
      say('contract-confirmed.UPGRADE_CREDIT', { credit: money(charge.credit) }),
      ...(rest > 0 ? [say('contract-confirmed.UPGRADE_REST', { rest: money(rest) })] : []),
    ]
  }

  function withdrawalBlocks(): Block[] {
    const until = day(language, new Date(`${lastDayOfWithdrawal(contract.starts_at)}T12:00:00Z`))
    const right = { day: until, mail: company.mail }
    if (!acceptance) return paragraphs([say('contract-confirmed.WITHDRAWAL', right)])
    return [
      ...paragraphs([say('contract-confirmed.DECLARED', { at: moment(language, acceptance.at) })]),
      { kind: 'quote', text: acceptance.wording },
      ...paragraphs([givenUp ? say('contract-confirmed.GIVEN_UP_MEANS') : say('contract-confirmed.WITHDRAWAL_KEPT', right)]),
    ]
  }
}

export async function invoiceLetter(job: Of<'invoice'>, house: House): Promise<Written | null> {
  const paid = await issuedInvoiceById(house.db, job.invoiceId)
  const scene = paid?.contract && (await sceneOf(job.accountId, paid.contract, house))
  if (!paid || !scene) return null
  const { paper, contract, tariff } = scene
  const { say, language } = paper
  const { number, snapshot } = paid
  const following = await nextCharge(house.db, house, contract.id)
  const planned = (await plannedEndOf(house.db, contract.id))?.endsAt
  const ends = planned ?? contract.ends_at
  const next = following
    ? say('invoice.NEXT', nextInWords(language, following))
    : (planned || !contract.auto_renew) && ends
      ? say('invoice.LAST', { day: day(language, ends) })
      : null
  const period = {
    startsAt: new Date(snapshot.period?.startsAt ?? contract.starts_at),
    endsAt: new Date(snapshot.period?.endsAt ?? contract.ends_at!),
  }
  const values = {
    tariff,
    number,
    from: day(language, period.startsAt),
    to: day(language, lastDayOf(period)),
    amount: moneyInWords({ minor: paid.due, currency: paid.currency }, language),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('invoice.BODY', values) },
    ...(next ? ([{ kind: 'paragraph', text: next }] as const) : []),
    { kind: 'button', label: say('TO_INVOICES'), address: paper.page('invoices') },
  ]
  return written(scene, 'invoice', { number }, blocks, await papersOf(job.invoiceId, house))
}

/** What was declined, what happens next and how to mend it; null once it was paid after all, or given up. */
export async function chargeDeclinedLetter(job: Of<'charge-declined'>, house: House): Promise<Written | null> {
  const attempt = await house.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select(['payment_attempts.amount', 'payment_attempts.currency', 'invoices.subscription'])
    .where('payment_attempts.id', '=', job.attemptId)
    .where('invoices.state', '=', 'open')
    .executeTakeFirst()
  const scene = attempt?.subscription && (await sceneOf(job.accountId, attempt.subscription, house))
  if (!attempt || !scene || scene.contract.state !== 'past-due') return null
  const { paper, contract, tariff } = scene
  const { say, language } = paper
  const refused = (await lastPeriod(house.db, attempt.subscription!))?.refused
  const values = {
    tariff,
    amount: moneyInWords({ minor: attempt.amount, currency: attempt.currency as Money['currency'] }, language),
    method: methodOf(contract),
    until: contract.ends_at ? day(language, contract.ends_at) : '',
    end: contract.next_charge_at ? day(language, contract.next_charge_at) : '',
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('charge-declined.BODY', values) },
    ...(refused
      ? [say('charge-declined.REFUSED', values), say('charge-declined.ENDS_UNPAID', values)]
      : [
          ...(contract.next_charge_at ? [say('charge-declined.NEXT', { day: day(language, contract.next_charge_at) })] : []),
          say('charge-declined.ENDS'),
        ]
    ).map((text) => ({ kind: 'paragraph', text }) as const),
    { kind: 'button', label: say('charge-declined.BUTTON'), address: paper.page('paymentEdit') },
  ]
  return written(scene, 'charge-declined', {}, blocks)
}

export async function contractEndedLetter(job: Of<'contract-ended'>, house: House): Promise<Written | null> {
  const scene = await sceneOf(job.accountId, job.contract, house)
  if (scene?.contract.state !== 'ended') return null
  const { account, paper, contract, tariff } = scene
  const { say, language } = paper
  const isUnagreed = contract.ends_at !== null && (await endsUnagreed(house.db, contract.id, contract.ends_at))
  const over = say('contract-ended.BODY', { tariff, day: day(language, contract.ends_at ?? house.now()) })
  const blocks: Block[] = [
    ...(contract.cancelled_at === null
      ? ([{ kind: 'paragraph', text: say(`contract-ended.${isUnagreed ? 'UNAGREED' : 'UNPAID'}`) }] as const)
      : []),
    { kind: 'paragraph', text: say('contract-ended.KEPT') },
    { kind: 'button', label: say('contract-ended.BUTTON'), address: paper.page('subscriptions') },
  ]
  // A closed account is told that nothing more is charged, and not that it may come back.
  return written(scene, 'contract-ended', {}, [
    { kind: 'paragraph', text: over },
    ...(account.deactivated_at === null ? blocks : []),
  ])
}

/** Null where the cancellation was taken back meanwhile. */
export async function contractCancelledLetter(job: Of<'contract-cancelled'>, house: House): Promise<Written | null> {
  const scene = await sceneOf(job.accountId, job.contract, house)
  if (!scene || scene.contract.cancelled_at === null) return null
  const { paper, tariff, contract } = scene
  const { say, language } = paper
  const [at, endsAt] = [new Date(job.at), new Date(job.endsAt)]
  const paidUntil = (await lastPaidPeriod(house.db, contract.id))?.ends_at
  const isLate = paidUntil !== undefined && endsAt > paidUntil
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: say('contract-cancelled.BODY', { tariff, at: moment(language, at), day: day(language, endsAt) }),
    },
    ...(isLate ? ([{ kind: 'paragraph', text: say('contract-cancelled.LATE', { days: NOTICE_DAYS }) }] as const) : []),
    ...(endsAt > at ? ([{ kind: 'small', text: say('contract-cancelled.BACK') }] as const) : []),
    toContract(paper),
  ]
  return written(scene, 'contract-cancelled', {}, blocks)
}

export async function creditNoteLetter(job: Of<'credit-note'>, house: House): Promise<Written | null> {
  const note = await issuedInvoiceById(house.db, job.invoiceId)
  const scene = note?.contract && (await sceneOf(job.accountId, note.contract, house))
  if (!note || !scene) return null
  const { say, page, language } = scene.paper
  const refund = await house.db.selectFrom('refunds').select('id').where('credit_note_id', '=', job.invoiceId).executeTakeFirst()
  const values = {
    number: note.number,
    // As the paper is called that goes along, in its own language.
    correction: correctionInSentence(note.corrects?.whole ?? false, { language: languageOf(note), country: note.country }),
    invoice: note.corrects?.number ?? '',
    amount: moneyInWords({ minor: -note.gross, currency: note.currency }, language),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('credit-note.BODY', values) },
    { kind: 'paragraph', text: say(refund ? 'credit-note.WAY' : 'credit-note.RETURNED') },
    { kind: 'button', label: say('TO_INVOICES'), address: page('invoices') },
  ]
  return written(
    scene,
    'credit-note',
    { number: note.number, correction: values.correction },
    blocks,
    await papersOf(job.invoiceId, house),
  )
}

/** Ahead of a debit, with all that tells a bank and its customer what it is; null where it does not come any more. */
export async function debitAnnouncedLetter(job: Of<'debit-announced'>, house: House): Promise<Written | null> {
  const scene = await sceneOf(job.accountId, job.contract, house)
  const at = new Date(job.at)
  const next = scene && (await nextCharge(house.db, house, job.contract))
  // Announcements that were added before amounts were written down say none.
  const isStillSo = next?.at.getTime() === at.getTime() && (job.amount === undefined || job.amount === next.amount.minor)
  if (!scene || !isStillSo) return null
  const { paper, contract, tariff } = scene
  const { say, language } = paper
  const values = {
    tariff,
    day: day(language, at),
    amount: moneyInWords(next.amount, language),
    method: onOneLine(contract.masked ?? ''),
    until: day(language, lastDayOf(periodFrom(at))),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('debit-announced.BODY', values) },
    {
      kind: 'facts',
      rows: [
        [say('FACT_MANDATE'), contract.mandate_reference ?? ''],
        [say('FACT_CREDITOR'), house.operator.company.creditorId],
        [say('FACT_CONTRACT'), contractNumber(contract.id)],
      ],
    },
    {
      kind: 'paragraph',
      text: say('debit-announced.CANCEL', { last: day(language, new Date(at.getTime() - NOTICE_DAYS * DAY)) }),
    },
    toContract(paper),
  ]
  return written(scene, 'debit-announced', { day: values.day, amount: values.amount }, blocks)
}

export async function sceneOf(accountId: number, contractId: number, house: House): Promise<Scene | null> {
  const account = await accountById(house.db, accountId)
  const contract = account && (await contractById(house.db, contractId))
  if (!account || !contract) return null
  const paper = letterPaper(house, account.language)
  return { account, contract, paper, tariff: `${house.operator.siteName} ${contract.tariff.tier}` }
}

export function written(
  { account, paper }: Scene,
  name: Name,
  values: Record<string, string>,
  blocks: Block[],
  attachments: NonNullable<Mail['attachments']> = [],
  links: Letter['links'] = [],
): Written {
  const { say, language } = paper
  return {
    to: account.email,
    paper,
    ...(attachments.length > 0 && { attachments }),
    letter: {
      language,
      subject: say(`${name}.SUBJECT`, values),
      title: say(`${name}.TITLE`),
      blocks: [{ kind: 'greeting', text: paper.greeting(account) }, ...blocks],
      reason: say('REASON_ACCOUNT'),
      links,
    },
  }
}

export function paragraphs(texts: readonly string[]): Block[] {
  return texts.map((text) => ({ kind: 'paragraph', text }))
}

export function toContract({ say, page }: Paper): Block {
  return { kind: 'button', label: say('TO_CONTRACT'), address: page('currentSubscription') }
}

/** The price with what follows an offer, as it stood beside the order button. */
function priceWords({ contract, paper }: Scene): string {
  const { currency } = contract.tariff
  const price = moneyInWords({ minor: contract.regular_price, currency }, paper.language)
  const count = contract.reduced_left + contract.reduced_paid
  if (contract.reduced_price === null || count === 0)
    return text(paymentWords[paper.language], 'PAYMENT.EVERY_30_DAYS', { price })
  const reduced = moneyInWords({ minor: contract.reduced_price, currency }, paper.language)
  return text(paymentWords[paper.language], 'PAYMENT.REDUCED', { count, reduced, price }, paper.language)
}

/** An invoice as PDF, and the correction that is set against it. */
export async function papersOf(id: number | null, house: House): Promise<NonNullable<Mail['attachments']>> {
  const paid = id === null ? null : await issuedInvoiceById(house.db, id)
  if (!paid) return []
  const credit = paid.credit && (await issuedInvoice(house.db, paid.credit.number, null))
  const attachments: NonNullable<Mail['attachments']> = []
  for (const each of credit ? [paid, credit] : [paid]) {
    const content = await keptPaper(house, each)
    if (content) attachments.push({ name: fileNameOf(each), type: 'application/pdf', content })
  }
  return attachments
}

/** Day and price of a charge to come, for a sentence. */
export function nextInWords(language: Language, { at, amount }: NextCharge): { day: string; price: string } {
  return { day: day(language, at), price: moneyInWords(amount, language) }
}

/** "Visa •••• 4242", never broken over two lines. */
export function methodOf({ brand, masked }: { brand: string | null; masked: string | null }): string {
  return onOneLine([brand, masked].filter(Boolean).join(' '))
}
export function day(language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' })
  return onOneLine(format.format(at))
}
export function moment(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Vienna',
  }).format(at)
}
