import { successStatus } from '@kiosk/domain/endpoint'
import { type ErrorCode, errors } from '@kiosk/domain/errors'
import { refusalWords } from '@kiosk/languages/errors'
import { z } from 'zod'
import type { Served } from '../endpoint.ts'
import { exampleOf } from './example.ts'

type Schema = Record<string, unknown>
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  description?: string
  example?: unknown
}
type Content = Record<string, { schema: Schema; example?: unknown }>
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
  security: Record<string, string[]>[]
  /** true: not in the specification's table of calls. */
  'x-ours'?: true
}
export type Description = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const tagWords: Record<string, string> = {
  catalogue: 'Titles, issues, categories and search.',
  reading: 'Pages, words and articles of an issue, and what a visitor may do with it.',
  accounts: 'Who and where the visitor is; registration, sessions, and what belongs to an account.',
  subscriptions: 'Promo codes and offers.',
  campaigns: 'What a campaign says in its own words.',
  content: 'Feedback, and reports of our own faults.',
}

/** Refusals that every call may give beside its own. */
const always: ErrorCode[] = ['too_many_requests', 'unexpected']

/** The OpenAPI 3.1 description of all endpoints, made from the declarations that the server validates by. */
export function describeApi(endpoints: Record<string, readonly Served[]>, about: { title: string; server: string }): Description {
  const paths: Description['paths'] = {}
  for (const [tag, servedOfTag] of Object.entries(endpoints)) {
    for (const { declared } of servedOfTag) {
      const path = `/${declared.path}`
      paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operationOf(declared, tag) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${about.title} API`,
      version: '8',
      description:
        'The calls that the website, the reader and the apps share. PUT and POST bodies are form-encoded. ' +
        'Messages come in the language of Accept-Language (de, en, fr). ' +
        'Calls marked `x-ours` extend the specified table of calls.',
    },
    servers: [{ url: about.server.replace(/\/$/, '') }],
    tags: Object.keys(endpoints).map((name) => ({ name, description: tagWords[name] ?? name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Api-Token' } },
      schemas: { Refusal: refusalSchema },
      parameters: {},
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string', description: "For people, in the caller's language." },
    field: { type: 'string', description: 'The input that is wrong.' },
    requestId: { type: 'string' },
  },
}

function operationOf(declared: Served['declared'], tag: string): Operation {
  const { method, path, summary, access, body, ours } = declared
  return {
    operationId: `${method.toLowerCase()}-${path.replace(/[{}]/g, '').replaceAll('/', '-')}`,
    summary,
    tags: [tag],
    parameters: [
      ...parametersOf(declared.params, 'path'),
      ...parametersOf(declared.query, 'query'),
      { name: 'Accept-Language', in: 'header', required: false, schema: { type: 'string', examples: ['de', 'en', 'fr'] } },
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': withExample(schemaOf(body, 'input')) } },
    }),
    responses: { ...successOf(declared), ...refusalsOf(declared) },
    security: access === 'link' ? [] : [{ token: [] }],
    ...(ours && { 'x-ours': true as const }),
  }
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Parameter[] {
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

function withExample(schema: Schema): { schema: Schema; example: unknown } {
  return { schema, example: exampleOf(schema) }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return made
}

function successOf(declared: Served['declared']): Operation['responses'] {
  const { output, produces, nothing } = declared
  const status = successStatus(declared)
  if (output)
    return {
      200: { description: 'The answer', content: { 'application/json': withExample(schemaOf(output, 'output')) } },
      ...(nothing && { 204: { description: nothing } }),
    }
  if (!produces) return { [status]: { description: status === 303 ? 'Redirects the browser' : 'Done; no body' } }
  const content = Object.fromEntries(produces.map((type) => [type, { schema: schemaOfMedia(type) }]))
  return { 200: { description: 'The answer', content } }
}

function schemaOfMedia(type: string): Schema {
  return { type: 'string', ...(!type.startsWith('text/') && { contentMediaType: 'application/octet-stream' }) }
}

/** One entry a status: several codes may share it. */
function refusalsOf({ access, method, programs, errors: own }: Served['declared']): Operation['responses'] {
  const token: ErrorCode[] = access === 'link' ? [] : ['token_missing']
  const writing: ErrorCode[] = method === 'GET' ? [] : ['foreign_origin', 'unsupported_body', 'body_too_large']
  const password: ErrorCode[] = programs ? ['wrong_credentials', 'account_inactive'] : []
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set([...own, ...token, ...writing, ...password, ...always])) {
    const { status } = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  const words = refusalWords('en')
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const said = [...new Set(codes.map((code) => words[errors[code].words]))].join(' ')
      return [status, { description: `${codes.join(', ')}: ${said}`, content }]
    }),
  )
}
