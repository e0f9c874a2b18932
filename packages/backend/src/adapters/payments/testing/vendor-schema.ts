import { readDescription } from '../../../../../../tools/description.ts'

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  allOf?: Schema[]
  items?: Schema
  enum?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
}

/**
 * Validates responses against a vendor's published description. Returns unknown fields, missing fields, and values of another
 * type or format.
 */
export function vendorSchema(name: string): (schema: string, value: unknown) => string[] {
  const components = readDescription(name).components as { schemas: Record<string, Schema> }
  const resolved = (schema: Schema): Schema => (schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema)
  /** Returns a schema and, recursively, the schemas in its `allOf`. */
  const parts = (schema: Schema): Schema[] => {
    const own = resolved(schema)
    return [own, ...(own.allOf ?? []).flatMap(parts)]
  }

  function errors(schema: Schema, value: unknown, at: string): string[] {
    const all = parts(schema)
    const found = all.flatMap((part) => valueErrors(part, value).map((error) => `${at}: ${error}`))
    if (Array.isArray(value)) {
      const { items } = all.find((part) => part.items) ?? {}
      return items ? [...found, ...value.flatMap((each, place) => errors(items, each, `${at}[${place}]`))] : found
    }
    if (typeof value !== 'object' || value === null) return found
    const known: Record<string, Schema> = Object.assign({}, ...all.map(({ properties }) => properties))
    const missing = all.flatMap(({ required = [] }) => required).filter((each) => !(each in value))
    return [
      ...found,
      ...missing.map((each) => `${at}.${each}: is missing`),
      ...Object.entries(value).flatMap(([key, each]) =>
        known[key] ? errors(known[key], each, `${at}.${key}`) : [`${at}.${key}: is not known`],
      ),
    ]
  }
  return (schema, value) => errors(components.schemas[schema]!, value, schema)
}

function valueErrors({ type, enum: values, pattern, minLength, maxLength }: Schema, value: unknown): string[] {
  const is = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  const errors = type && type !== is && !(type === 'number' && is === 'integer') ? [`is ${is}, not ${type}`] : []
  if (values && !values.includes(value)) errors.push(`${value} is not one of ${values.join(', ')}`)
  if (typeof value !== 'string') return errors
  if (pattern && !new RegExp(pattern).test(value)) errors.push(`"${value}" is not like ${pattern}`)
  if (value.length < (minLength ?? 0) || value.length > (maxLength ?? value.length))
    errors.push(`"${value}" is too short or long`)
  return errors
}
