import type { Cdn } from '@kiosk/backend/adapters/cdn/port'
import { prepareReadingDays } from '@kiosk/backend/catalogue/reading-days'
import type { Config } from '@kiosk/backend/config'
import type { AppContext } from '@kiosk/backend/context'
import type { Connection } from '@kiosk/backend/db/connect'
import { startWorker } from '@kiosk/backend/jobs/worker'
import { dayInUtc } from '@kiosk/domain/day'
import type { Logger } from 'pino'
import { measuredJobs } from '../monitoring/measured-services.ts'
import type { Measurements } from '../monitoring/measurements.ts'
import { jobQueues } from './job-handlers.ts'

/** Starts the jobs of this newsstand in this process. */
export async function startJobs(
  { emailRates, rebuildCorePercent, dataDir, diskName, environment }: Config,
  connection: Connection,
  { ctx, cdns, measurements, log }: { ctx: AppContext; cdns: readonly Cdn[]; measurements: Measurements; log: Logger },
) {
  const { db, url, ownerUrl } = connection
  const watchedDisk = environment === 'production' ? { folder: dataDir, name: diskName } : undefined
  const queues = jobQueues({ ...ctx, db }, { ownerUrl, cdns, emailRates, rebuildCorePercent, watchedDisk })
  const jobs = await startWorker({ databaseUrl: url, log, queues: measuredJobs(queues, measurements) })
  // Before the first reading of this version; later ones are created ahead by the job.
  await prepareReadingDays(db, dayInUtc(new Date())).catch((error: unknown) =>
    log.warn({ event: 'readings.days-not-created', err: error }, 'partitions of readings could not be created'),
  )
  return jobs
}
