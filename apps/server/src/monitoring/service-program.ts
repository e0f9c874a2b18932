import { inTime } from '@kiosk/backend/db/unavailable'
import { DRAW_PATH } from '../drawing.ts'
import { isFromThisMachine } from '../gate/local-peer.ts'
import type { Program } from '../program.ts'
import { type HealthDetails, healthResponse, livenessResponse, readinessResponse } from './health.ts'
import type { createMetrics } from './metrics.ts'

/** Time for the database to answer; a server without it is not ready. */
const READINESS_MS = 1_000

type Options = {
  /** Renders pages for other servers; undefined: this one does not. */
  draw: ((request: Request) => Promise<Response>) | undefined
  metrics: Pick<ReturnType<typeof createMetrics>, 'answer' | 'isKnown'>
  /** Name of the newest migration of the database; undefined if it does not answer. */
  newestMigration: () => Promise<string | undefined>
  areJobsStalled: () => boolean
  isStopping: () => boolean
  details: () => HealthDetails
}

/** Creates the program that answers checks of health, requests for metrics and those of other servers for pages. */
export function createServiceProgram(options: Options): Program {
  const { draw, metrics, newestMigration, areJobsStalled, isStopping, details } = options
  return async (request, visitor) => {
    const { pathname } = new URL(request.url)
    if (pathname === DRAW_PATH) return draw?.(request) ?? new Response(null, { status: 404 })
    if (pathname === '/livez') return livenessResponse()
    if (pathname === '/readyz') {
      const newest = isStopping() ? undefined : await inTime(newestMigration(), READINESS_MS).catch(() => undefined)
      return readinessResponse({ isDraining: isStopping(), hasDatabase: newest !== undefined })
    }
    if (pathname !== '/health') return metrics.answer(request)
    const inDetail = metrics.isKnown(request) || isFromThisMachine(request, visitor)
    return healthResponse(await newestMigration(), areJobsStalled(), inDetail ? details() : undefined)
  }
}
