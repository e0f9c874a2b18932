import { isEqualSecret } from '@kiosk/backend/is-equal-secret'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Program } from './listen.ts'
import type { PageCache } from './page-cache.ts'

/** Collects Prometheus metrics for `/metrics`, for requests with the token; without a configured token there are none. */
export function metrics(
  token: string | undefined,
  jobsAreStalled: () => boolean,
  { pages, readerPages }: { pages: Pick<PageCache, 'counts'>; readerPages: Pick<PageCache, 'counts'> },
) {
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'kiosk_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['program', 'status'],
    buckets: [0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'kiosk_jobs_stalled',
    help: '1 if no worker of a job queue of this server has polled for a minute, else 0',
    registers: [registry],
    collect() {
      this.set(jobsAreStalled() ? 1 : 0)
    },
  })
  new Counter({
    name: 'kiosk_shared_pages_total',
    help: 'Requests for pages that are the same for many, by what answered them, and such pages rendered',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(pages.counts)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    name: 'kiosk_reader_pages_total',
    help: 'Requests of signed-in readers for pages that are the same for all of one kind, by what answered them, and pages rendered',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(readerPages.counts)) this.inc({ outcome }, count)
    },
  })
  if (token) collectDefaultMetrics({ register: registry })
  function isKnown(request: Request): boolean {
    return token !== undefined && isEqualSecret(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '', token)
  }
  return {
    /** Whether a request has the token of the metrics. */
    isKnown,
    program(name: string, program: Program): Program {
      if (!token) return program
      return async (request, visitor) => {
        const stop = seconds.startTimer({ program: name })
        const response = await program(request, visitor)
        stop({ status: `${Math.trunc(response.status / 100)}xx` })
        return response
      }
    },
    async answer(request: Request): Promise<Response> {
      if (!isKnown(request)) return new Response('Not found', { status: 404 })
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
    },
  }
}
