// The published schemas of Readium and OPDS, with which tests validate the documents for reading programs.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'

const READIUM = join(import.meta.dirname, '../fixtures/readium-webpub/schema')
/** These have no licence, so they are not in the repository. */
const OPDS = join(import.meta.dirname, '../../shared/vendor-specs/opds/schema')
const OPDS_PROPERTIES = 'https://drafts.opds.io/schema/properties.schema.json'

/** If false, tests that need the schemas of OPDS are skipped. */
export const hasOpdsSchemas = existsSync(OPDS)
export const OPDS_REASON = 'needs the schemas of OPDS, which have no licence, in ../shared/vendor-specs/opds'

export const MANIFEST_SCHEMA = 'https://readium.org/webpub-manifest/schema/publication.schema.json'

/**
 * Returns a function that lists what in a document violates a schema; an empty list = the document is valid. That function
 * throws an error if the schema is missing.
 */
export function documentFaults(): (schema: string, document: unknown) => unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv)
  const folders = hasOpdsSchemas ? [READIUM, OPDS] : [READIUM]
  for (const file of folders.flatMap((folder) => globSync(`${folder}/**/*.json`)))
    ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')))
  // Readium's links may have properties of OPDS.
  if (!hasOpdsSchemas) ajv.addSchema({ $id: OPDS_PROPERTIES })
  return (schema, document) => {
    const validate = ajv.getSchema(schema)
    if (!validate) throw new Error(`${schema} is missing`)
    validate(document)
    return validate.errors ?? []
  }
}
