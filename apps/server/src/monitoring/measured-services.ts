// Services with a clock around each call. What they do and how they fail stays the same.
import { type Mailer, OutcomeUnknown, Undeliverable } from '@kiosk/backend/adapters/mail/port'
import type { RenderCover, RenderPage } from '@kiosk/backend/adapters/page-renderer'
import type { CardProvider, Outcome, PaymentProviders } from '@kiosk/backend/adapters/payments/port'
import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { JobHandlers } from '@kiosk/backend/jobs/job'
import type { JobQueue } from '@kiosk/backend/jobs/worker'
import { beginSpan, endingSpan, inSpan } from '@kiosk/backend/trace'
import { SpanKind } from '@opentelemetry/api'
import type { Histogram } from 'prom-client'
import type { Measurements } from './measurements.ts'

/** What the label `result` says about an answer or an error. */
type Results = { of?(answer: unknown): string; ofError?(error: unknown): string }

async function timed<Answer>(
  seconds: Histogram,
  labels: Record<string, string>,
  work: () => Promise<Answer>,
  { of = () => 'done', ofError = () => 'failed' }: Results = {},
): Promise<Answer> {
  const stop = seconds.startTimer(labels)
  try {
    const answer = await work()
    stop({ result: of(answer) })
    return answer
  } catch (error) {
    stop({ result: ofError(error) })
    throw error
  }
}

/** The same as a span with this name. */
function traced<Answer>(name: string, ...timedWork: Parameters<typeof timed<Answer>>): Promise<Answer> {
  return inSpan(name, {}, () => timed(...timedWork))
}

export function measuredMailer(mailer: Mailer, { emails }: Pick<Measurements, 'emails'>): Mailer {
  const ofError = (error: unknown) =>
    error instanceof Undeliverable ? 'rejected' : error instanceof OutcomeUnknown ? 'unknown' : 'failed'
  return {
    send: (mail, signal) => traced('send e-mail', emails, {}, () => mailer.send(mail, signal), { ofError }),
    close: () => mailer.close(),
  }
}

export function measuredFiles(files: Files, { storage }: Pick<Measurements, 'storage'>): Files {
  const of = (found: unknown) => (found === null ? 'missing' : 'done')
  return {
    read: (name) => traced('storage read', storage, { call: 'read' }, () => files.read(name), { of }),
    size: (name) => traced('storage size', storage, { call: 'size' }, () => files.size(name), { of }),
    write: (name, contents, options) =>
      traced('storage write', storage, { call: 'write' }, () => files.write(name, contents, options)),
    remove: (name) => traced('storage remove', storage, { call: 'remove' }, () => files.remove(name)),
    path: (name) => traced('storage path', storage, { call: 'path' }, () => files.path(name)),
    ...(files.publicAddress && {
      publicAddress: (name, answer) =>
        traced('storage address', storage, { call: 'address' }, () => files.publicAddress!(name, answer), { of }),
    }),
    // The names of the files arrive piece by piece.
    list: (folder) => files.list(folder),
  }
}

/** The providers; their lists, which arrive piece by piece, are not measured. */
export function measuredPayments(
  { card, wallet, store }: PaymentProviders,
  measurements: Pick<Measurements, 'providers' | 'charges'>,
): PaymentProviders {
  return {
    card: card && measuredCharges(measuredCalls(card, measurements), measurements),
    wallet: wallet && measuredCalls(wallet, measurements),
    store: store && measuredCalls(store, measurements),
  }
}

function measuredCalls<Provider extends object & { name: string }>(
  provider: Provider,
  { providers }: Pick<Measurements, 'providers'>,
): Provider {
  const calls = Object.keys(provider).filter((call) => typeof provider[call as keyof Provider] === 'function')
  for (const call of calls) for (const result of ['failed', 'unknown']) providers.zero({ provider: provider.name, call, result })
  return new Proxy(provider, {
    get(target, call) {
      const value: unknown = Reflect.get(target, call)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const labels = { provider: target.name, call: String(call) }
        const answering: unknown = endingSpan(beginSpan(`${target.name} ${String(call)}`), () => value.apply(target, given))
        if (!(answering instanceof Promise)) return answering
        return timed(providers, labels, () => answering, { of: stateOf })
      }
    },
  })
}

/** The state that a provider answers is one of the port's fixed words; an event without a valid signature is null. */
function stateOf(answer: unknown): string {
  if (answer === null) return 'nothing'
  const { state } = Object(answer) as { state?: unknown }
  return typeof state === 'string' ? state : 'done'
}

/** Reasons of a decline that providers name (`Outcome`). */
const DECLINES = [
  'declined',
  'insufficient_funds',
  'expired',
  'CC_ACCOUNT_VALIDATION',
  'authentication_failed',
  'abandoned',
  'mandate_cancelled',
]
const ANSWERS = [
  ['succeeded', ''],
  ['processing', ''],
  ['unknown', ''],
  ...DECLINES.map((code) => ['declined', code] as const),
] as const

function measuredCharges(provider: CardProvider, { charges }: Pick<Measurements, 'charges'>): CardProvider {
  for (const initiator of ['customer', 'merchant'])
    for (const [result, code] of ANSWERS) charges.inc({ provider: provider.name, initiator, result, code }, 0)
  const count = (initiator: string, outcome: Outcome) => {
    const code = outcome.state === 'declined' ? outcome.code : ''
    charges.inc({ provider: provider.name, initiator, result: outcome.state, code })
  }
  return new Proxy(provider, {
    get(target, call) {
      if (call !== 'charge') return Reflect.get(target, call)
      return async (given: Parameters<CardProvider['charge']>[0]) => {
        const outcome = await target.charge(given)
        count(given.initiator, outcome)
        return outcome
      }
    },
  })
}

export function measuredRenderPage(render: RenderPage, { renderings }: Pick<Measurements, 'renderings'>): RenderPage {
  return (...given) => traced('render page', renderings, { kind: 'page' }, () => render(...given))
}

export function measuredRenderCover(render: RenderCover, { renderings }: Pick<Measurements, 'renderings'>): RenderCover {
  return (...given) => traced('render cover', renderings, { kind: 'cover' }, () => render(...given))
}

/** The queues, whose runs are spans and are timed. */
export function measuredJobs(queues: readonly JobQueue[], { jobs }: Pick<Measurements, 'jobs'>): JobQueue[] {
  type Handle = (payload: unknown, run: unknown) => Promise<void>
  const measured = ([task, handle]: [string, unknown]) => [
    task,
    (payload: unknown, run: unknown) =>
      inSpan(`job ${task}`, { kind: SpanKind.CONSUMER }, () => timed(jobs, { task }, () => (handle as Handle)(payload, run))),
  ]
  return queues.map((queue) => ({
    ...queue,
    handlers: Object.fromEntries(Object.entries(queue.handlers).map(measured)) as Partial<JobHandlers>,
  }))
}
