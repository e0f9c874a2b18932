import { timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Program } from './listen.ts'

/** Prometheus figures at `/metrics`, for those who know the token; without a token there are none. */
export function figures(token: string | undefined) {
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'kiosk_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['program', 'status'],
    buckets: [0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5],
    registers: [registry],
  })
  if (token) collectDefaultMetrics({ register: registry })
  function isKnown(request: Request): boolean {
    const given = Buffer.from(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '')
    const wanted = Buffer.from(token ?? '')
    return token !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  return {
    /** Whether a request brings the token of the figures. */
    isKnown,
    program(name: string, program: Program): Program {
      if (!token) return program
      return async (request, visitor) => {
        const stop = seconds.startTimer({ program: name })
        const answer = await program(request, visitor)
        stop({ status: `${Math.trunc(answer.status / 100)}xx` })
        return answer
      }
    },
    async answer(request: Request): Promise<Response> {
      if (!isKnown(request)) return new Response('Not found', { status: 404 })
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
    },
  }
}
