/** Shown to this machine and to who knows METRICS_TOKEN. */
export type HealthDetails = { version: string; environment: string }

/**
 * Whether requests can be served: 200, or 503 without a database. Jobs that are stalled are named, but the status stays 200:
 * a balancer that took the servers away would end the reading, too.
 * @param newestMigration name; undefined where the database does not answer
 * @param details left out for strangers, who see the status alone
 */
export function healthResponse(newestMigration: string | undefined, jobsAreStalled: boolean, details?: HealthDetails): Response {
  const isReady = newestMigration !== undefined
  const ready = jobsAreStalled ? 'jobs stalled' : 'ready'
  const body = { status: isReady ? ready : 'no database', ...(details && { ...details, schema: newestMigration ?? null }) }
  return Response.json(body, { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
