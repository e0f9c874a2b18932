import type { Route as Address } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import { SESSION_COOKIE } from '@kiosk/domain/accounts/session-cookie'
import { successStatus } from '@kiosk/domain/endpoint'
import { type ErrorCode, errorOf, errors } from '@kiosk/domain/errors'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import type { Route } from '../handler.ts'
import { exampleOf } from './example.ts'
import { type NamedSchemas, namedSchemas, type Schema, schemaOf } from './named-schemas.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  description?: string
  example?: unknown
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
type Security = Record<string, string[]>[]
export type Operation = {
  /** Name of the route. */
  operationId: string
  summary: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
  /** Alternatives; each lists requirements that apply together. */
  security: Security
  /** true: not in the specification's table of calls. */
  'x-extension'?: true
}
export type Description = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, Schema> }
}

const tagWords: Record<string, string> = {
  catalogue: 'Titles, issues, categories and search.',
  reading: 'Pages, words and articles of an issue, and the rights to read them.',
  accounts: 'Registration, sessions, security and personal data of an account; the current visitor.',
  subscriptions: 'Promo codes and offers.',
  payments: 'Cart and checkout, payment methods, subscriptions, invoices, cancellation and withdrawal.',
  campaigns: 'Campaign pages and their offers.',
  content: 'Texts and topics of the operator, feedback, and crash reports.',
}

/** Errors that every call may return in addition to its own. */
const always: ErrorCode[] = ['too_many_requests', 'unexpected']

/** Creates the OpenAPI 3.1 description of all endpoints, from the same declarations that validate requests. */
export function describeApi(endpoints: Record<string, readonly Route[]>, about: { title: string; server: string }): Description {
  const schemas = namedSchemas({ Error: errorSchema })
  const paths: Description['paths'] = {}
  for (const [tag, servedOfTag] of Object.entries(endpoints)) {
    for (const { declared } of servedOfTag) {
      const path = `/${declared.path}`
      paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operationOf(declared, tag, schemas) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${about.title} API`,
      version: '8',
      description:
        'The API of the website, the reader and the apps. PUT and POST bodies are form-encoded. ' +
        'Messages are in the language of Accept-Language (de, en, fr). Endpoints marked `x-extension` extend the specified ones.',
    },
    servers: [{ url: about.server.replace(/\/$/, '') }],
    tags: Object.keys(endpoints).map((name) => ({ name, description: tagWords[name] ?? name })),
    paths,
    components: { securitySchemes, schemas: schemas.all() },
  }
}

const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'X-Api-Token', description: 'Identifies the app, not a person.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE.secure,
    description: `Session of a signed-in reader, set by the login; \`${SESSION_COOKIE.loopback}\` without https.`,
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'Access token of an app at another origin (`websession/token`).' },
  password: { type: 'http', scheme: 'basic', description: 'E-mail address and password, for OPDS clients.' },
}

const errorSchema: Schema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string', description: "For people, in the caller's language." },
    field: { type: 'string', description: 'The input that is wrong.' },
    requestId: { type: 'string' },
  },
}

const keyOf = ({ method, path }: Address) => `${method} ${path}`
const names = new Map(Object.entries(routes).map(([name, route]) => [keyOf(route), name]))

function operationOf(declared: Route['declared'], tag: string, schemas: NamedSchemas): Operation {
  const { summary, body, isExtension } = declared
  const operationId = names.get(keyOf(declared))!
  const name = operationId[0]!.toUpperCase() + operationId.slice(1)
  const content = (schema: Schema) => ({ schema, example: exampleOf(schema, schemas.find) })
  return {
    operationId,
    summary,
    tags: [tag],
    parameters: [
      ...parametersOf(declared.params, 'path'),
      ...parametersOf(declared.query, 'query'),
      { name: 'Accept-Language', in: 'header', required: false, schema: { type: 'string', examples: ['de', 'en', 'fr'] } },
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': content(schemas.add(`${name}Form`, body, 'input')) },
      },
    }),
    responses: {
      ...successOf(declared, (output) => content(schemas.add(`${name}Answer`, output, 'output'))),
      ...errorsOf(declared),
    },
    security: securityOf(declared),
    ...(isExtension && { 'x-extension': true as const }),
  }
}

/** A session is required if a call without one is rejected; links have no token, because a browser opens them. */
function securityOf({ access, programs, errors: own }: Route['declared']): Security {
  const token: Record<string, string[]> = access === 'link' ? {} : { token: [] }
  const needsSession = access === 'session' || (access === 'link' && own.includes('not_signed_in'))
  const ways = needsSession ? ['session', 'bearer'].map((name) => ({ ...token, [name]: [] })) : [token]
  if (programs) ways.push({ ...token, password: [] })
  return ways.length === 1 && access === 'link' ? [] : ways
}

function parametersOf(schema: Route['declared']['params'], place: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
    example: exampleOf(each),
  }))
}

type Output = NonNullable<Route['declared']['output']>

function successOf(declared: Route['declared'], json: (output: Output) => Content[string]): Operation['responses'] {
  const { output, produces, nothing } = declared
  const status = successStatus(declared)
  if (output)
    return {
      200: { description: 'Success', content: { 'application/json': json(output) } },
      ...(nothing && { 204: { description: nothing } }),
    }
  if (!produces) return { [status]: { description: status === 303 ? 'Redirects the browser' : 'Success, without a body' } }
  const [first = ''] = produces
  const description = first.startsWith('image/') ? 'The image' : first === 'application/pdf' ? 'The PDF document' : 'A page'
  // OpenAPI 3.1: a binary body has no schema.
  const content = Object.fromEntries(
    produces.map((type) => [type, type.startsWith('text/') ? { schema: { type: 'string' } } : {}]),
  )
  return { 200: { description, content } }
}

/** Returns one entry per status; several codes may share it. */
function errorsOf({ access, method, programs, errors: own }: Route['declared']): Operation['responses'] {
  const token: ErrorCode[] = access === 'link' ? [] : ['token_missing']
  const writing: ErrorCode[] = method === 'GET' ? [] : ['foreign_origin', 'unsupported_body', 'body_too_large']
  const password: ErrorCode[] = programs ? ['wrong_credentials', 'account_inactive'] : []
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set([...own, ...token, ...writing, ...password, ...always])) {
    const { status } = errorOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const messages = [...new Set(codes.map((code) => errorMessage('en', errorOf(code).words)))].join(' ')
      return [status, { description: `${codes.join(', ')}: ${messages}`, content }]
    }),
  )
}
