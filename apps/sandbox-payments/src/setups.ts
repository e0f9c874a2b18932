import { createHash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { behaviourOf, brandOf, CARDS, countryOf, IBANS, maskedCard, maskedIban } from './outcomes.ts'
import { newReference, type Store } from './store.ts'
import type { CardWebhooks } from './webhooks.ts'
import { type Language, mandateText, type Problem, whyNot } from './words.ts'

export type SetupRequested = {
  id: string
  customer: string | null
  kinds: ('CC' | 'DD')[]
  language: Language
  returnUrl: string
  creditor: string
}
export type Setup = SetupRequested & {
  state: 'open' | 'done' | 'failed'
  customer: string
  method: string | null
  code: string | null
}

/** Values of the payment page's form. */
export type Typed = { kind: string; number: string; expiry: string; code: string; iban: string; name: string }
type Method = { brand: string; masked: string; country: string; behaviour: string; fingerprint: string }
type Problems = Partial<Record<keyof Typed, Problem>>
/** What follows after a form was sent. */
type Submitted = { next: 'done' } | { next: 'challenge'; token: string } | { next: 'again'; problems: Problems }

/** Manages pages on which cards and bank accounts are entered. Stores the last digits and a hash of a number only. */
export function setupsOf({ store, clock, webhooks }: { store: Store; clock: Clock; webhooks: CardWebhooks }) {
  /** Stores a payment method. Does not reserve an amount to verify it. */
  function storeMethod(setup: Setup, method: Method & { kind: 'CC' | 'DD' }): void {
    const reference = newReference('pm')
    const debit = method.kind === 'DD'
    store.run(
      `insert into methods (reference, customer, kind, brand, masked, behaviour, language, mandate_reference, mandate_text, created_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      reference,
      setup.customer,
      method.kind,
      method.brand,
      method.masked,
      method.behaviour,
      setup.language,
      debit ? newReference('mnd').slice(0, 24).toUpperCase() : null,
      debit ? mandateText(setup.language, setup.creditor) : null,
      clock.now(),
    )
    store.run('insert into method_countries (reference, country) values (?, ?)', reference, method.country)
    store.run('insert into method_fingerprints (reference, fingerprint) values (?, ?)', reference, method.fingerprint)
    store.run("update setups set state = 'done', method = ? where id = ? and state = 'open'", reference, setup.id)
    webhooks.add('setup.done', { setupId: setup.id })
  }

  return {
    find(id: string): Setup | null {
      const row = store.row('select * from setups where id = ?', id)
      return row ? setupOf(row as Record<string, string>) : null
    },

    /** Opens a page, once per id. */
    open(requested: SetupRequested): void {
      const { id, kinds, language, creditor, returnUrl, customer } = requested
      store.run(
        `insert into setups (id, kinds, language, creditor, return_url, customer, created_at) values (?, ?, ?, ?, ?, ?, ?)
          on conflict (id) do nothing`,
        id,
        kinds.join(','),
        language,
        creditor,
        returnUrl,
        customer ?? newReference('cus'),
        clock.now(),
      )
    },

    /** Returns the data of a setup for the merchant. */
    stateOf(setup: Setup) {
      if (setup.state === 'failed') return { state: 'failed', code: setup.code!, text: whyNot(setup.code!, setup.language) }
      const method = setup.method && store.row('select * from methods where reference = ?', setup.method)
      if (!method) return { state: 'open' }
      const { reference, kind, brand, masked, mandate_reference, mandate_text } = method
      const mandate = mandate_reference ? { reference: mandate_reference, text: mandate_text } : null
      const country = store.row('select country from method_countries where reference = ?', reference!)?.country ?? null
      const known = store.row('select fingerprint from method_fingerprints where reference = ?', reference!)
      const shown = { brand, masked, country, fingerprint: known?.fingerprint ?? null }
      return { state: 'done', method: { kind, reference, customerReference: setup.customer, ...shown, mandate } }
    },

    /** Stores what was typed, or returns what is wrong with it, or that the bank requires authentication first. */
    submit(setup: Setup, typed: Typed): Submitted {
      const kind = typed.kind === 'DD' ? 'DD' : 'CC'
      if (!setup.kinds.includes(kind)) return { next: 'again', problems: { kind: 'kind' } }
      const { known, problems } = check(typed, kind, clock.now())
      if (!known) return { next: 'again', problems }
      const { setup: outcome } = behaviourOf(known.behaviour)
      if (outcome === 'refused') return { next: 'again', problems: { number: 'refused' } }
      const method = methodOf(kind, known)
      return store.inTransaction(() => {
        if (outcome === 'challenge') {
          const token = newReference('tok')
          const card = JSON.stringify(method)
          store.run('insert into challenges (token, setup, behaviour) values (?, ?, ?)', token, setup.id, card)
          return { next: 'challenge' as const, token }
        }
        storeMethod(setup, { kind, ...method })
        return { next: 'done' as const }
      })
    },

    /** Stores the card after a successful bank authentication. */
    passChallenge(setup: Setup, card: string): void {
      storeMethod(setup, {
        kind: 'CC',
        ...(JSON.parse(card) as Method),
      })
    },

    giveUp(id: string): void {
      store.inTransaction(() => {
        const changedRows = store.run(
          "update setups set state = 'failed', code = 'abandoned' where id = ? and state = 'open'",
          id,
        )
        if (changedRows) webhooks.add('setup.failed', { setupId: id })
      })
    },
  }
}

function setupOf({ id, state, language, creditor, return_url, customer, method, code, kinds }: Record<string, string>): Setup {
  return {
    id: id!,
    state: state as Setup['state'],
    kinds: kinds!.split(',') as Setup['kinds'],
    language: language as Language,
    creditor: creditor!,
    returnUrl: return_url!,
    customer: customer!,
    method: method ?? null,
    code: code ?? null,
  }
}

type Known = { number: string; behaviour: string }

/** Finds the card or account that was typed. Returns null in its place if it is unknown, or if another field is wrong. */
function check(typed: Typed, kind: 'CC' | 'DD', now: number): { known: Known | null; problems: Problems } {
  const number = (kind === 'CC' ? typed.number : typed.iban).replace(/[\s-]/g, '').toUpperCase()
  const known = (kind === 'CC' ? CARDS : IBANS).find((each) => each.number === number)
  const problems: Problems = {}
  if (!known) problems[kind === 'CC' ? 'number' : 'iban'] = number === '' ? 'missing' : 'not-from-the-list'
  if (kind === 'CC') {
    if (!isFuture(typed.expiry, now)) problems.expiry = 'expiry'
    if (!/^\d{3,4}$/.test(typed.code.trim())) problems.code = 'code'
  } else if (typed.name.trim() === '') problems.name = 'missing'
  return { known: known && Object.keys(problems).length === 0 ? known : null, problems }
}

function methodOf(kind: 'CC' | 'DD', { number, behaviour }: Known): Method {
  return {
    brand: kind === 'DD' ? 'SEPA' : brandOf(number),
    masked: kind === 'DD' ? maskedIban(number) : maskedCard(number),
    country: countryOf(number),
    fingerprint: fingerprintOf(number),
    behaviour,
  }
}

/** Whether a card with this expiry date ("07/29", "7 / 2029") is valid: it is until the end of that month. */
function isFuture(expiry: string, now: number): boolean {
  const [, month, year] = /^\s*(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12) return false
  return Date.UTC(2000 + Number(year), Number(month), 1) > now
}

/** Identifies a number without containing it. An unkeyed hash is enough, because the list of numbers is public. */
function fingerprintOf(number: string): string {
  return `fp_${createHash('sha256').update(number).digest('hex').slice(0, 24)}`
}

export type Setups = ReturnType<typeof setupsOf>
