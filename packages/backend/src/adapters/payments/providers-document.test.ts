import { readdirSync, readFileSync } from 'node:fs'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { descriptionFile, readDescription } from '../../../../../tools/description.ts'
import { type PaypalEvent, paypalEventOf } from './paypal/events.ts'

// Compares docs/providers.md with the adapters: it lists exactly the calls that they make and the events that they handle.

const here = `${import.meta.dirname}/`
const text = readFileSync(new URL('../../../../../docs/providers.md', import.meta.url), 'utf8')
const sections = new Map(text.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part]))

/** Returns the source of an adapter without its comments. */
function sourceOf(folder: string, without: RegExp = /^$/): string {
  const names = readdirSync(here + folder).filter((name) => !/\.test\.ts$/.test(name) && !without.test(name))
  const sources = names.map((name) => readFileSync(`${here}${folder}/${name}`, 'utf8'))
  return sources.join('\n').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
}

/** Returns the first cell of each row of those tables in a section whose heading begins with a word. */
function cellsOf(section: string, heading: string): string[] {
  const tables = sections.get(section)!.match(/(^\|.*\n)+/gm) ?? []
  return tables.flatMap((table) => {
    const [head = '', , ...rows] = table.trim().split('\n')
    return head.startsWith(`| ${heading} |`) ? rows.map((row) => row.split(' | ')[0]!.slice(2)) : []
  })
}
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, words]) => words!)
/** Extracts "GET /v1/refunds/{id}" from "`GET /v1/refunds/{id}` (with …)". */
const callsIn = (section: string) =>
  cellsOf(section, 'call')
    .flatMap(quoted)
    .filter((words) => /^(GET|POST) /.test(words))
    .map((words) => words.replace(/\?.*$/, ''))
/**
 * Expands abbreviated events: ".updated" after `refund.created` is `refund.updated`. PayPal's keep the first two words:
 * ".PAYMENT.FAILED" after `BILLING.SUBSCRIPTION.CREATED` is `BILLING.SUBSCRIPTION.PAYMENT.FAILED`.
 */
function eventsIn(section: string, heading: string): string[] {
  const isUpper = section === 'PayPal'
  return cellsOf(section, heading).flatMap((cell) => {
    let base = ''
    return quoted(cell)
      .filter((words) => /^\.?[\w-]+(\.[\w-]+)*$/.test(words) && /\./.test(words))
      .map((words) => {
        if (!words.startsWith('.')) {
          base = isUpper ? words.split('.').slice(0, 2).join('.') : words.slice(0, words.lastIndexOf('.'))
          return words
        }
        return base + words
      })
  })
}
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

describe('Stripe', () => {
  const source = sourceOf('stripe')
  const used = eventsIn('Stripe', 'event')
  const ignored = eventsIn('Stripe', 'ignored event')

  /** Calls every method of the SDK that the adapter uses, and returns the requests that the SDK sends. */
  async function callsOfAdapter(): Promise<string[]> {
    const sent: string[] = []
    const answer = async (url: string | URL | Request, options?: RequestInit) => {
      sent.push(`${options?.method} ${new URL(String(url)).pathname}`)
      return new Response('{"id":"x","object":"list","data":[],"has_more":false}')
    }
    const httpClient = Stripe.createFetchHttpClient(answer as typeof fetch)
    const stripe = new Stripe('sk_test_x', { httpClient, telemetry: false, maxNetworkRetries: 0 })
    const names = sorted([...source.matchAll(/\bstripe\.((?:\w+\.)+\w+)\(/g)].map(([, name]) => name!))
    for (const name of names.filter((each) => !each.startsWith('webhooks.'))) {
      const path = name.split('.')
      const resource = path
        .slice(0, -1)
        .reduce<Record<string, unknown>>((of, key) => of[key] as Record<string, unknown>, stripe as never)
      const method = resource[path.at(-1)!] as (...options: unknown[]) => Promise<unknown>
      if (!method) throw new Error(`the SDK has no ${name}`)
      const before = sent.length
      // A method that needs an id sends nothing without one.
      const isCollection = ['create', 'list', 'search'].includes(path.at(-1)!) || name === 'balance.retrieve'
      await (isCollection ? method.call(resource, {}) : method.call(resource, '_id_'))
      if (sent.length === before) throw new Error(`${name} asks nothing`)
    }
    return sorted(sent.map((each) => each.replace('_id_', '{id}')))
  }

  test('lists every adapter call and no other', async () => {
    const calls = await callsOfAdapter()
    expect(calls.length).toBeGreaterThan(15)
    expect(sorted(callsIn('Stripe'))).toEqual(calls)
  })

  test('lists every handled event as used and no other, and no event as both used and ignored', () => {
    const inCode = [...source.matchAll(/(?:case|event\.type ===) '([a-z_]+(?:\.[a-z_]+)+)'/g)].map(([, name]) => name!)
    expect(inCode.length).toBeGreaterThan(15)
    expect(sorted(used)).toEqual(sorted(inCode))
    expect(ignored.filter((name) => used.includes(name))).toEqual([])
  })

  test('lists every described event about the objects we use', () => {
    const OURS = /^(charge|payment_intent|setup_intent|refund|payout|mandate|balance|payment_method|checkout\.session)\./
    const described = JSON.parse(readFileSync(descriptionFile('stripe-events.json'), 'utf8')) as string[]
    const configurable = sorted(described.filter((name) => OURS.test(name)))
    expect(configurable.length).toBeGreaterThan(40)
    expect(configurable.filter((name) => ![...used, ...ignored].includes(name))).toEqual([])
    // The description is older than this event.
    const newer = ['refund.failed']
    expect([...used, ...ignored].filter((name) => !described.includes(name))).toEqual(newer)
  })
})

describe('PayPal', () => {
  const source = sourceOf('paypal', /create-plan/)
  const used = eventsIn('PayPal', 'event')
  const ignored = eventsIn('PayPal', 'ignored event')
  const pathOf = (call: string) => call.split(' ')[1]!
  /** Converts "/v1/billing/plans/${encodeURIComponent(id)}" to "/v1/billing/plans/{id}". */
  const asListed = (path: string) => path.replace(/\$\{query\}|\?.*$/g, '').replace(/\$\{[^}]*\}/g, '{id}')

  test('lists every path the adapter requests and no other', () => {
    const literals = [...source.matchAll(/[`'](?:\$\{base\})?(\/v\d\/[^`'\s]+)[`']/g)].map(([, path]) => asListed(path!))
    // Paths below a subscription use at(reference); refunds have two base paths.
    const below = [...source.matchAll(/\$\{at\([^)]*\)\}(\/[a-z-]+)/g)].map(([, end]) => `/v1/billing/subscriptions/{id}${end}`)
    const refunds = ['/v2/payments/refunds', '/v1/payments/refund']
    const inCode = [...literals, ...below].map((path) => (refunds.includes(path) ? `${path}/{id}` : path))
    expect(inCode.length).toBeGreaterThan(10)
    const listed = callsIn('PayPal')
      .map(pathOf)
      .filter((path) => !path.startsWith('https:'))
    expect(sorted(listed)).toEqual(sorted(inCode))
  })

  test('lists every handled event kind as used and every ignored kind as ignored', () => {
    const kinds = sorted([...source.matchAll(/'((?:[A-Z]+\.){1,3}[A-Z]*)'/g)].map(([, kind]) => kind!))
    expect(kinds.length).toBeGreaterThan(3)
    for (const kind of kinds)
      expect(
        used.some((name) => name.startsWith(kind)),
        kind,
      ).toBe(true)
    const whole: PaypalEvent['resource'] = {
      id: 'ID',
      billing_agreement_id: 'I-1',
      sale_id: 'S-1',
      disputed_transactions: [{ seller_transaction_id: 'T-1' }],
    }
    const isUsed = (event_type: string) => {
      const { subscription, charge, refund } = paypalEventOf({ id: 'WH-1', event_type, resource: whole })
      return subscription !== null || charge !== null || refund !== null
    }
    expect(used.filter((name) => !isUsed(name))).toEqual([])
    expect(ignored.filter(isUsed)).toEqual([])
    expect([used.length, ignored.length].every((count) => count > 15)).toBe(true)
  })

  test('lists only plan and subscription calls of the published description', () => {
    const { paths } = readDescription('paypal-subscriptions.json')
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // The list of subscriptions is newer than the description.
    const listed = callsIn('PayPal').filter((call) => / \/v1\/billing\//.test(call) && call !== 'GET /v1/billing/subscriptions')
    expect(listed.filter((call) => !described.includes(call))).toEqual([])
  })
})
