// `runtime/node.sh tools/extract-descriptions.ts FOLDER`: extracts from payment providers' published API descriptions what our
// tests need, and writes it to fixtures/descriptions. FOLDER contains the descriptions under the names below.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Description, Operation, Schema } from './description.ts'

const [folder = ''] = process.argv.slice(2)
const source = (name: string) => readFileSync(join(folder, name), 'utf8')
const write = (name: string, value: unknown) =>
  writeFileSync(join(import.meta.dirname, '../fixtures/descriptions', name), `${JSON.stringify(value)}\n`)

/** The calls of our adapters, as listed in docs/providers.md. */
const providers = readFileSync(join(import.meta.dirname, '../docs/providers.md'), 'utf8')
const calls = [...providers.matchAll(/`([A-Z]+) (\/v1\/[^`?]+)[`?]/g)].map(([, method, path]) => ({
  method: method!.toLowerCase(),
  path: path!,
}))
/** Examples that tests adapt to their needs. */
const EXAMPLES = [
  'balance_transaction',
  'charge',
  'checkout.session',
  'customer',
  'dispute',
  'mandate',
  'payment_intent',
  'payment_method',
  'refund',
  'setup_intent',
]

stripe()
paypal()

/** Extracts the requests of our calls, the names of events, and examples. */
function stripe(): void {
  const description = parse(source('stripe-openapi-v526.yaml')) as Description
  const paths: Description['paths'] = {}
  const shape = (path: string) => path.replace(/\{[^}]*\}/g, '{}')
  for (const { method, path } of calls) {
    const described = Object.keys(description.paths).find((each) => shape(each) === shape(path))
    const operation = described && description.paths[described]![method]
    if (!operation) continue
    paths[described] = { ...paths[described], [method]: requestOf(operation) }
  }
  const { enum: events } =
    description.paths['/v1/webhook_endpoints']!.post!.requestBody!.content['application/x-www-form-urlencoded']!.schema
      .properties!.enabled_events!.items!
  write('stripe-requests.json', withoutTexts({ openapi: description.openapi, paths }))
  write('stripe-events.json', events)
  const { resources } = JSON.parse(source('stripe-fixtures.json')) as { resources: Record<string, unknown> }
  write('stripe-examples.json', Object.fromEntries(EXAMPLES.map((name) => [name, resources[name]])))
}

/** Extracts the whole description without its texts. */
function paypal(): void {
  write('paypal-subscriptions.json', withoutTexts(JSON.parse(source('billing_subscriptions_v1.json'))))
}

function requestOf({ parameters = [], requestBody }: Operation): Operation {
  return { parameters, ...(requestBody && { requestBody }), responses: {} }
}

/** Drops descriptions and examples; a property of such a name is a schema and stays. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key, each]) => !key.startsWith('x-') && !(['description', 'title', 'example', 'examples'].includes(key) && !isSchema(each)),
  )
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutTexts(each)]))
}

function isSchema(value: unknown): value is Schema {
  return (
    typeof value === 'object' && value !== null && ('type' in value || '$ref' in value || 'allOf' in value || 'anyOf' in value)
  )
}
