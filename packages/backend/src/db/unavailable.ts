// Distinguishes errors of an unavailable database from those of a wrong query.

/** Classes of SQLSTATE: connection exception, transaction rollback (deadlock), out of resources, operator intervention. */
const CLASSES = /^(08|40|53|57)[0-9A-Z]{3}$/
const CODES = new Set([
  '25006', // The server is read-only: a failover is in progress.
  '25P03', // Idle in a transaction for too long.
  '55P03', // A lock was not available in time.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of driver errors without a code. */
const SAID_BY_THE_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/

/** Returns whether a statement failed because a row refers to an account that was erased in the meantime. */
export function isAccountGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23503' && typeof constraint === 'string' && constraint.endsWith('_account_id_fkey')
}

/** Returns whether a retry can help: the database is unreachable, starting or overloaded, or a row is locked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code !== '') return CODES.has(code) || CLASSES.test(code)
  return SAID_BY_THE_DRIVER.test(error.message)
}

/**
 * Waits for a query for a limited time; the query itself continues, with the limits of its connection.
 * @throws an error for which `isUnavailable` is true, if it takes longer
 */
export async function inTime<Result>(query: Promise<Result>, timeoutMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  )
  try {
    return await Promise.race([query, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
