type Schema = Record<string, unknown>

const ofFormat: Record<string, string> = {
  email: 'mara@example.org',
  uri: 'https://example.org/',
  date: '2026-11-21',
  'date-time': '2026-11-21T07:00:00Z',
}

/**
 * Returns a value that a JSON schema describes: the example it names, its default, or the simplest one; objects have every
 * field. `find` returns the schema of a reference.
 */
export function exampleOf(schema: Schema, find: (reference: string) => Schema = () => ({})): unknown {
  const example = (each: Schema) => exampleOf(each, find)
  if (typeof schema.$ref === 'string') return example(find(schema.$ref))
  const { examples, anyOf, oneOf, properties = {}, prefixItems, items, minimum, exclusiveMinimum, minLength } = schema
  const { additionalProperties, propertyNames } = schema as {
    additionalProperties?: unknown
    propertyNames?: { enum?: string[] }
  }
  if (Array.isArray(examples)) return examples[0]
  if ('default' in schema) return schema.default
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = (anyOf ?? oneOf) as Schema[] | undefined
  if (choices) return example(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {})
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  switch (type) {
    case 'object':
      // A record describes its keys separately from its values.
      if (propertyNames?.enum)
        return Object.fromEntries(propertyNames.enum.map((name) => [name, example(additionalProperties as Schema)]))
      return Object.fromEntries(Object.entries(properties as Record<string, Schema>).map(([name, each]) => [name, example(each)]))
    case 'array':
      return Array.isArray(prefixItems) ? prefixItems.map(example) : [example((items ?? {}) as Schema)]
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? Math.max(1, minimum) : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return ofFormat[String(schema.format)] ?? 'text'.padEnd(Number(minLength ?? 0), 't')
  }
}
