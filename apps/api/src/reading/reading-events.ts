import { Instant } from '@kiosk/domain/day-input'
import { Refusal } from '@kiosk/domain/errors'
import { readingEvents as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { z } from 'zod'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { serve } from '../endpoint.ts'
import { articleAt, writePlace } from './place-queries.ts'
import { noteReading } from './queries.ts'
import { readerOfToday } from './reading.ts'

/** Nobody reads a page for longer without doing anything. Seconds. */
const LONGEST_LOOK = 30 * 60

const Events = z
  .array(
    z.object({
      page: z.number().int().min(1).max(100_000),
      article: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      seconds: z.number().min(0).max(LONGEST_LOOK),
      at: Instant,
    }),
  )
  .min(1)
  .max(50)

/** What was seen: of an account its place and time, of everybody a count for recommendations. */
export const readingEvents = serve(declared, 'personal', async (call) => {
  const { house, session, input } = call
  const { row, title } = await findIssue(input.issue, call)
  const events = eventsIn(input.events)
  const furthest = Math.min(row.page_count, Math.max(...events.map(({ page }) => page)))
  await noteReading(house.db, {
    issueId: row.id,
    titleId: title.id,
    reader: await readerOfToday(call),
    page: furthest,
    articles: [...new Set(events.flatMap(({ article }) => article ?? []))],
  })
  if (!session.account) return undefined
  const seconds = Math.round(events.reduce((sum, each) => sum + each.seconds, 0))
  const last = events.reduce((latest, each) => (each.at >= latest.at ? each : latest))
  await writePlace(house.db, {
    accountId: session.account.id,
    issueId: row.id,
    page: Math.min(last.page, row.page_count),
    articlePosition: (await articleAt(house.db, row.id, last.article))?.position,
    fraction: 0,
    told: new Date(last.at),
    now: house.now(),
    seconds,
  })
  return undefined
})

function eventsIn(json: string): z.infer<typeof Events> {
  try {
    return Events.parse(JSON.parse(json))
  } catch {
    throw new Refusal('wrong_input', 'events')
  }
}
