// Compares requests with a provider's published API description (OpenAPI 3.0).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

export type Schema = { items?: Schema & { enum?: string[] }; properties?: Record<string, Schema>; [keyword: string]: unknown }
export type Operation = {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: object
}
export type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components?: { schemas: Record<string, Schema>; [kind: string]: Record<string, unknown> }
}
/** `address` is path and query; `body` is empty if there is none. */
export type DescribedRequest = { method: string; address: string; type: string; body: string }

const FORM = 'application/x-www-form-urlencoded'

/** Returns the path of an extract in fixtures/descriptions. */
export function descriptionFile(name: string): string {
  return join(import.meta.dirname, '../fixtures/descriptions', name)
}

export function readDescription(name: string): Description {
  return JSON.parse(readFileSync(descriptionFile(name), 'utf8'))
}

/**
 * Returns a function that lists how a request violates the description: an unknown call, unknown, missing or wrong parameters
 * and fields. An empty list = it is as described.
 */
export function requestFaults(description: Description): (request: DescribedRequest) => string[] {
  // Forms and queries contain strings, from which numbers and booleans are parsed.
  const texts = new Ajv({ strict: false, allErrors: true, coerceTypes: true, unicodeRegExp: false, validateFormats: false })
  const json = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, validateFormats: false })
  const compiled = new Map<Schema, ValidateFunction>()
  const faults = (ajv: Ajv, schema: Schema, value: unknown, where: string): string[] => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: description.components })
    compiled.set(schema, validate)
    validate(value)
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  /** Resolves a reference like `#/components/parameters/limit`; returns anything else as it is. */
  const resolved = <T extends object>(thing: T): T => {
    const [kind, name] = '$ref' in thing ? String(thing.$ref).split('/').slice(-2) : []
    return kind && name ? (description.components![kind]![name] as T) : thing
  }
  const queries = new Map<Operation, Schema>()
  const forms = new Map<Schema, Schema>()

  return ({ method, address, type, body }) => {
    const url = new URL(address, 'http://vendor')
    const operation = operationOf(description, method, url.pathname)
    if (!operation) return [`${method} ${url.pathname} is not described`]
    const query = queries.get(operation) ?? querySchema((operation.parameters ?? []).map(resolved))
    queries.set(operation, query)
    const found = faults(texts, query, fieldsOf(url.searchParams), 'query')
    const { content, required = false } = resolved(operation.requestBody ?? { content: {} })
    if (!body) return required ? [...found, 'the body is missing'] : found
    const kind = type.split(';')[0]!
    const schema = content[kind]?.schema
    if (!schema) return [...found, `a body of type "${kind}" is not described`]
    const form = forms.get(schema) ?? closed(schema)
    forms.set(schema, form)
    return kind === FORM
      ? [...found, ...faults(texts, form, fieldsOf(new URLSearchParams(body)), 'body')]
      : [...found, ...faults(json, schema, JSON.parse(body), 'body')]
  }
}

/** Returns a schema whose objects, at any depth, allow described fields only. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, closed(each)]))
  const isOpenObject = inner.type === 'object' && inner.properties && !('additionalProperties' in inner)
  return (isOpenObject ? { ...inner, additionalProperties: false } : inner) as T
}

/** Finds the operation of a path. A path without variables takes precedence over one with them: /search is not an id. */
function operationOf({ paths }: Description, method: string, path: string): Operation | undefined {
  const [matching] = Object.keys(paths)
    .filter((template) => new RegExp(`^${template.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path))
    .sort((one, other) => one.split('{').length - other.split('{').length)
  return matching === undefined ? undefined : paths[matching]![method.toLowerCase()]
}

function querySchema(parameters: NonNullable<Operation['parameters']>): Schema {
  const inQuery = parameters.filter((each) => each.in === 'query')
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter((each) => each.required).map(({ name }) => name),
  }
}

type Field = string | Field[] | { [name: string]: Field }

/** Parses fields: `a[b]=1&c[0]=2`, or with `c[]=2`, is { a: { b: '1' }, c: ['2'] }. */
function fieldsOf(params: URLSearchParams): { [name: string]: Field } {
  const fields: { [name: string]: Field } = {}
  for (const [key, value] of params) {
    const steps = [key.replace(/\[.*$/, ''), ...[...key.matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step!)]
    let at: { [name: string]: Field } = fields
    for (const [place, step] of steps.entries()) {
      const name = step || String(Object.keys(at).length)
      if (place === steps.length - 1) at[name] = value
      else {
        at[name] ??= {}
        at = at[name] as { [name: string]: Field }
      }
    }
  }
  return withLists(fields) as { [name: string]: Field }
}

function withLists(field: Field): Field {
  if (typeof field === 'string') return field
  const entries = Object.entries(field).map(([name, each]) => [name, withLists(each)] as const)
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place))
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
