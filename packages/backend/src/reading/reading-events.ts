import { dayInVienna } from '@kiosk/domain/day'
import { Instant } from '@kiosk/domain/day-input'
import { ApiError } from '@kiosk/domain/errors'
import { readingEvents as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { MINUTE_SECONDS } from '@kiosk/domain/time'
import { z } from 'zod'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../http/handler.ts'
import { writePlace } from './progress-queries.ts'
import { countReadingSeconds, noteReading } from './queries.ts'
import { readerOfToday } from './reading.ts'

/** Maximum seconds on a page without interaction. */
const LONGEST_LOOK_SECONDS = 30 * MINUTE_SECONDS

const Events = z
  .array(
    z.object({
      page: z.number().int().min(1).max(100_000),
      article: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      seconds: z.number().min(0).max(LONGEST_LOOK_SECONDS),
      at: Instant,
    }),
  )
  .min(1)
  .max(50)

/** Stores reading events: place and time for an account, a recommendation count for everyone. */
export const readingEvents = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, input } = call
  const { row, title } = await findIssue(input.issue, call)
  const events = eventsIn(input.events)
  const furthest = Math.min(row.page_count, Math.max(...events.map(({ page }) => page)))
  await noteReading(ctx.db, {
    issueId: row.id,
    titleId: title.id,
    reader: await readerOfToday(call),
    page: furthest,
    articles: [...new Set(events.flatMap(({ article }) => article ?? []))],
  })
  const seconds = Math.round(events.reduce((sum, each) => sum + each.seconds, 0))
  await countReadingSeconds(ctx.db, dayInVienna(ctx.now()), seconds)
  if (!session.account) return undefined
  const last = events.reduce((latest, each) => (each.at >= latest.at ? each : latest))
  await writePlace(ctx.db, {
    accountId: session.account.id,
    issueId: row.id,
    page: Math.min(last.page, row.page_count),
    article: last.article,
    fraction: 0,
    readAt: new Date(last.at),
    now: ctx.now(),
    seconds,
  })
  return undefined
})

function eventsIn(json: string): z.infer<typeof Events> {
  try {
    return Events.parse(JSON.parse(json))
  } catch {
    throw new ApiError('wrong_input', 'events')
  }
}
