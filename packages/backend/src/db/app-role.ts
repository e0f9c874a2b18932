import { createHmac } from 'node:crypto'
import pg from 'pg'

/** Role of our programs in the embedded database: it can read and write rows, but not change the schema. */
const ROLE = 'kiosk_app'
const SCHEMAS = ['public', 'graphile_worker']

/** Functions that run as the owner of the tables, for this role only (migration 267). */
const FUNCTIONS = 'create_reading_days(date, date), drop_reading_days(date)'

/** Rights on append-only tables that the role lacks. Triggers enforce the same for every role, also for what is not listed. */
const APPEND_ONLY = {
  ledger: 'update, delete',
  invoices: 'delete',
  // The evidence of a draft is replaced when other payment data have paid it (ADR-0390).
  invoice_evidence: 'update',
  // The lines of a draft are replaced when its period moves.
  invoice_lines: 'update',
  invoice_files: 'delete',
  number_series: 'delete',
  subscription_actions: 'update, delete',
  market_decisions: 'update',
  suspense_actions: 'update, delete',
  provider_entries: 'update, delete',
  audit_entries: 'update, delete',
} as const

/**
 * Creates the application's role if it is missing, lets it use every table, and returns the URL of the database with that role.
 * Run it under the migration lock.
 * @param owner a connection as the owner of the migrated database, who may create roles
 */
export async function urlOfAppRole(owner: pg.Client, ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl)
  const password = createHmac('sha256', url.password).update(ROLE).digest('base64url')
  const { rowCount: known } = await owner.query('select from pg_roles where rolname = $1', [ROLE])
  // graphile-worker protects its tables with row-level security, which is meant for roles other than the worker's.
  const attributes = `login nosuperuser nocreatedb nocreaterole noreplication bypassrls password ${pg.escapeLiteral(password)}`
  if (!known) await owner.query(`create role ${ROLE} ${attributes}`)
  if (await lacksPrivileges(owner)) {
    const schemas = SCHEMAS.join(', ')
    await owner.query(`
      grant usage on schema ${schemas} to ${ROLE};
      grant select, insert, update, delete on all tables in schema ${schemas} to ${ROLE};
      grant usage, select on all sequences in schema ${schemas} to ${ROLE};
      alter default privileges grant select, insert, update, delete on tables to ${ROLE};
      alter default privileges grant usage, select on sequences to ${ROLE}`)
  }
  await owner.query(`grant execute on function ${FUNCTIONS} to ${ROLE}`)
  // Earlier versions have revoked it.
  await owner.query(`grant delete on invoice_evidence, invoice_lines to ${ROLE}`)
  for (const [table, rights] of Object.entries(APPEND_ONLY)) await owner.query(`revoke ${rights} on ${table} from ${ROLE}`)
  url.username = ROLE
  url.password = password
  return url.href
}

async function lacksPrivileges(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ lacks: boolean }>(
    `select exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p', 'v') and not has_table_privilege($2, pg_class.oid, 'insert'))
      or not has_schema_privilege($2, 'graphile_worker', 'usage') as lacks`,
    [SCHEMAS, ROLE],
  )
  return rows[0]!.lacks
}
