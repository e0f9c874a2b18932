import { z } from 'zod'
import { MalformedEvent } from '../../adapters/payments/malformed-event.ts'
import type { Outcome, ProviderEvent, WalletEvent } from '../../adapters/payments/port.ts'
import { NOT_STORED } from '../../db/not-stored.ts'

const id = z.string().max(255)
const named = id.min(1)
const text = z.string().max(10_000)
/** Minor units. */
const amount = z.int32().positive()
const takenBack = {
  reference: named,
  code: z.enum(['returned', 'disputed']),
  text,
  dispute: named.exactOptional(),
  amount: amount.exactOptional(),
}

const currency = z.string().length(3)
const collected = z.object({ amount: z.int32().nonnegative(), currency })

const outcome: z.ZodType<Outcome> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('succeeded'), reference: named, collected: collected.exactOptional() }),
  z.object({ state: z.literal('processing'), reference: named, debitOn: z.iso.date().exactOptional() }),
  z.object({ state: z.literal('action'), reference: named, url: z.url(), params: z.record(z.string(), text) }),
  z.object({ state: z.literal('needs-customer'), reference: named }),
  z.object({ state: z.literal('declined'), reference: named.nullable(), code: named, text, retryable: z.boolean() }),
  z.object({ state: z.literal('returned'), ...takenBack }),
  z.object({ state: z.literal('reinstated'), ...takenBack }),
  z.object({ state: z.literal('unknown') }),
])
const isSuccessful = z.enum(['succeeded', 'failed'])
const about: z.ZodType<ProviderEvent['about']> = z.discriminatedUnion('what', [
  z.object({ what: z.literal('attempt'), attemptId: id, outcome }),
  z.object({ what: z.literal('refund'), refundId: id, state: isSuccessful }),
  z.object({
    what: z.literal('refunded'),
    reference: named,
    charge: named,
    attemptId: id.nullable(),
    amount,
    currency,
    state: isSuccessful,
  }),
  z.object({ what: z.literal('setup'), setupId: id }),
  z.object({ what: z.literal('method-updated'), methodReference: named, brand: id, masked: id }),
  z.object({ what: z.literal('mandate-cancelled'), methodReference: named }),
  z.object({ what: z.literal('nothing') }),
])
const head = { id: named, kind: named }
const subject = named.nullable()
const ofCard: z.ZodType<ProviderEvent> = z.object({ ...head, about })
const ofWallet: z.ZodType<WalletEvent> = z.object({ ...head, subscription: subject, charge: subject, refund: subject })

/** Checks the events that an adapter made from a signed body, before any of them is stored. @throws MalformedEvent */
export function checkEvents(made: readonly (ProviderEvent | WalletEvent)[]): void {
  for (const event of made) {
    const { error } = ('about' in event ? ofCard : ofWallet).safeParse(event)
    if (error) throw new MalformedEvent(error.issues.map(({ path }) => path.join('.')).join(', '))
    if (NOT_STORED.test(JSON.stringify(event))) throw new MalformedEvent('characters that are not stored')
  }
}
