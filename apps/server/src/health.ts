/** Shown only to requests from this machine or with METRICS_TOKEN. */
export type HealthDetails = { version: string; environment: string }

/**
 * Reports whether requests can be served: 200, or 503 without a database. Stalled jobs are reported, but the status stays 200: a
 * load balancer that removed the servers would make reading impossible, too.
 * @param newestMigration name; undefined if the database does not answer
 * @param details undefined for other callers, who get only the status
 */
export function healthResponse(newestMigration: string | undefined, jobsAreStalled: boolean, details?: HealthDetails): Response {
  const isReady = newestMigration !== undefined
  const ready = jobsAreStalled ? 'jobs stalled' : 'ready'
  const body = { status: isReady ? ready : 'no database', ...(details && { ...details, schema: newestMigration ?? null }) }
  return Response.json(body, { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
