import { Counter, Histogram, Registry } from 'prom-client'

/** Buckets of a histogram in seconds: of what a visitor waits for, of another server's answer, and of background work. */
const QUICK = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]
const REMOTE = [0.05, 0.2, 0.5, 1, 3, 10, 60]
const WORK = [0.1, 1, 10, 60, 600, 3_600]

export type Measurements = ReturnType<typeof createMeasurements>

/**
 * Creates what this process measures of its own work. Labels are names and results from our own code: never an address, an account
 * or a text of somebody. Figures that alerts count start at 0: Prometheus sees no increase if a figure first appears with a
 * value.
 */
export function createMeasurements() {
  const registry = new Registry()
  const registers = [registry]
  const measurements = {
    registry,
    jobs: new Histogram({
      name: 'kiosk_job_seconds',
      help: 'Runs of background jobs on this server',
      labelNames: ['task', 'result'],
      buckets: WORK,
      registers,
    }),
    emails: new Histogram({
      name: 'kiosk_email_seconds',
      help: 'E-mails handed to the mail server: done, rejected, unknown (no answer), failed (will be retried)',
      labelNames: ['result'],
      buckets: REMOTE,
      registers,
    }),
    storage: new Histogram({
      name: 'kiosk_storage_seconds',
      help: 'Calls of the file storage: done, missing (no such file), failed',
      labelNames: ['call', 'result'],
      buckets: QUICK,
      registers,
    }),
    providers: new Histogram({
      name: 'kiosk_payment_provider_seconds',
      help: 'Calls of payment providers and their events (readWebhook), by what they answered',
      labelNames: ['provider', 'call', 'result'],
      buckets: REMOTE,
      registers,
    }),
    charges: new Counter({
      name: 'kiosk_charges_total',
      help: 'Charges by the first answer of the provider; initiator "merchant" is a renewal; code: the reason of a decline',
      labelNames: ['provider', 'initiator', 'result', 'code'],
      registers,
    }),
    renderings: new Histogram({
      name: 'kiosk_image_render_seconds',
      help: 'Images of pages and covers that were rendered on demand',
      labelNames: ['kind', 'result'],
      buckets: REMOTE,
      registers,
    }),
    logLines: new Counter({
      name: 'kiosk_log_lines_total',
      help: 'Log lines from level warn on, by event; only those that LOG_LEVEL lets through',
      labelNames: ['level', 'event'],
      registers,
    }),
  }
  for (const result of ['done', 'rejected', 'unknown', 'failed']) measurements.emails.zero({ result })
  for (const call of ['read', 'size', 'write', 'remove', 'path']) measurements.storage.zero({ call, result: 'failed' })
  return measurements
}
