// Writes schema.ts from the migrations: `npm run schema` after each change of them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from './connect.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-schema-'))
const connection = await connect({ dataDir })
const out = fileURLToPath(new URL('./schema.ts', import.meta.url))
const overrides = JSON.stringify({ columns: {} })
const types = ['--type-mapping', '{"int8":"number","date":"string"}']
// kysely-codegen loads TypeScript's parser for types in overrides, of which there are none. TypeScript 7 has no such parser, so
// a built-in module replaces it.
const withoutParser = `import { registerHooks } from 'node:module'
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: 'node:util', shortCircuit: true } : next(name, context),
})`
const codegen = fileURLToPath(new URL('../../../../node_modules/.bin/kysely-codegen', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [
    '--import',
    `data:text/javascript,${encodeURIComponent(withoutParser)}`,
    codegen,
    '--dialect',
    'postgres',
    '--url',
    connection.ownerUrl,
    '--out-file',
    out,
    '--overrides',
    overrides,
    ...types,
    '--exclude-pattern',
    'readings_by_day.*',
  ],
  { stdio: 'inherit' },
)
// PostgreSQL does not know which columns of a view are required; these two have the columns of their tables.
const views = { Issues: 'AllIssues', Articles: 'AllArticles' }
let schema = readFileSync(out, 'utf8')
for (const [view, table] of Object.entries(views))
  schema = schema.replace(new RegExp(`export interface ${view} \\{[^}]*\\}`), `export type ${view} = ${table};`)
writeFileSync(out, schema)
await connection.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(status ?? 1)
