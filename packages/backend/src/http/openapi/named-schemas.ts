import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

export type Schema = Record<string, unknown>
export type NamedSchemas = ReturnType<typeof namedSchemas>

const FOLDER = '#/components/schemas/'

/**
 * Collects the component schemas of an OpenAPI description: those with a name (`.meta({ id })`), and those of a call, which get
 * the name of the call.
 */
export function namedSchemas(first: Record<string, Schema>) {
  const all = new Map(Object.entries(first))
  function keep(name: string, schema: Schema): Schema {
    const known = all.get(name)
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas are called ${name}`)
    all.set(name, schema)
    return { $ref: FOLDER + name }
  }
  return {
    /** Adds a schema and returns the reference to it; `name` is for a schema without a name. */
    add(name: string, schema: z.ZodType, io: 'input' | 'output'): Schema {
      const { $defs = {}, ...own } = schemaOf(schema, io) as { $defs?: Record<string, Schema> }
      for (const [id, each] of Object.entries($defs)) keep(id, each)
      return '$ref' in own ? own : keep(name, own)
    },
    /** Returns the schema that a reference points to. */
    find: (reference: string): Schema => all.get(reference.slice(FOLDER.length))!,
    /** Returns all schemas by name, in alphabetical order. */
    all: () => Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Converts a schema to JSON Schema; references are to the components of the description. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', `"${FOLDER}`))
}
