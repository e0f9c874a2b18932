// The most connections to the database that a server uses. They are defined here, so that the limit of the embedded database and
// the plan for a size (bench/scale) follow.

/** How many e-mails one process sends at once: `EMAILS_AT_ONCE`, `BULK_EMAILS_AT_ONCE`. */
type Rates = { atOnce: number; bulkAtOnce: number }

/** Connections of one process for requests, in separate pools (serving-database.ts); through the pooler, if there is one. */
export const SERVING_CONNECTIONS = { accounts: 8, everybody: 6, health: 1, figures: 1 } as const
/** Connections of one process to the replica (DATABASE_READ_URL), and to the primary for comparing both; none without a replica. */
export const REPLICA_CONNECTIONS = 6
export const COMPARISON_CONNECTIONS = 1
/** Connections of one process for its start, for jobs and for the render queue. */
export const WORK_CONNECTIONS = 6
/** For the support views of one process. They are opened when they are needed. */
export const VIEW_CONNECTIONS = 2
/**
 * Connections of the process that imports uploads, and of those that read issues again, because of a newer version or their
 * scans. An import holds two: one with its lock, one for its transaction.
 */
export const IMPORTER_CONNECTIONS = 4
/** Connections of `listenTo` in each process: for the catalogue and for readers. */
const NOTIFICATIONS = 2
/** For the locks of workers (heartbeat.ts), and for creating indexes (search-indexes.ts). */
const BESIDE_JOBS = 2
/** Of the embedded database: each program shows that it is using it. */
const PRESENCE = 1
/** Of the embedded database, for commands and for what PostgreSQL reserves. */
const FOR_COMMANDS = 45

/** Concurrent jobs of one process by queue; see job-handlers.ts. */
export function jobsAtOnce({ atOnce, bulkAtOnce }: Rates) {
  return {
    letter: atOnce,
    'bulk-letter': bulkAtOnce,
    // One at a time; it sends several messages at once.
    newsletter: 1,
    releases: 1,
    readings: 1,
    'read-upload': 1,
    'publish-upload': 1,
    covers: 1,
    rebuild: 1,
    scans: 1,
    'search-indexes': 1,
    payments: 2,
    other: 2,
  } as const
}

/** Connections of the queues of one process: one for each job, and some to ask for jobs and to release those of dead workers. */
export function queueConnections(atOnce: readonly number[]): number {
  return atOnce.reduce((sum, each) => sum + each, 2)
}

/** The most connections of one process that answers requests, and how many more it has if it runs the jobs. */
export function connectionsOfProcess(rates: Rates): { answering: number; jobs: number } {
  const serving = Object.values(SERVING_CONNECTIONS).reduce((sum, each) => sum + each, 0)
  return {
    answering: serving + WORK_CONNECTIONS + VIEW_CONNECTIONS + NOTIFICATIONS,
    jobs: queueConnections(Object.values(jobsAtOnce(rates))) + BESIDE_JOBS + 3 * IMPORTER_CONNECTIONS,
  }
}

/** How many connections the embedded database accepts: those of all processes of a server (WORKERS), and of commands. */
export function embeddedConnections(workers: number, rates: Rates): number {
  const { answering, jobs } = connectionsOfProcess(rates)
  // With several, the main process has connections for its start.
  const main = workers > 1 ? WORK_CONNECTIONS + PRESENCE : 0
  return workers * (answering + PRESENCE) + jobs + main + FOR_COMMANDS
}
