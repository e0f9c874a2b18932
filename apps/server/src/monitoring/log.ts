import { errorInLog } from '@kiosk/backend/error-in-log'
import { traceInLog } from '@kiosk/backend/trace'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Measurements } from './measurements.ts'

/**
 * Creates the log of the server. Each line has the trace of its request or job; lines from level warn on are counted by their event.
 * Errors are written without the data involved.
 * @param level `silent` to `debug`
 */
export function createLog(level: string, { logLines }: Pick<Measurements, 'logLines'>, to?: DestinationStream): Logger {
  const leastCounted = pino.levels.values.warn!
  return pino(
    {
      level,
      mixin: traceInLog,
      serializers: { err: errorInLog },
      hooks: {
        logMethod(given, method, of) {
          const [line] = given as [unknown]
          const event = typeof line === 'object' && line !== null && 'event' in line ? String(line.event) : 'none'
          if (of >= leastCounted) logLines.inc({ level: pino.levels.labels[of] ?? String(of), event })
          method.apply(this, given)
        },
      },
    },
    to,
  )
}
