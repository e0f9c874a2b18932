import { suggestions as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { latestTopics } from '../../content/topics.ts'
import { defineHandler } from '../../http/handler.ts'
import { presentCover } from '../present-issue.ts'
import { readOnReplica } from '../read-on-replica.ts'
import { catalogueOf } from '../viewer-catalogue.ts'
import { plain } from './query-words.ts'
import { namesAlike } from './spelling-correction.ts'
import { titlesNamed } from './titles-by-name.ts'

const MOST_SUGGESTED = { titles: 5, topics: 3 }
/** Shorter words are beginnings rather than typos: one letter of difference would match almost any name. */
const SHORTEST_WITH_TYPO_LETTERS = 4

export const suggestions = defineHandler(declared, 'catalogue', async (call) => {
  const { q } = call.input
  const typed = plain(q)
  const matches = (name: string) =>
    typed.length < SHORTEST_WITH_TYPO_LETTERS ? ` ${plain(name)}`.includes(` ${typed}`) : namesAlike(q, name)
  const catalogue = await catalogueOf(call)
  const [titles, topics] = await readOnReplica(call, (reading) =>
    Promise.all([titlesNamed(reading.ctx.db, q, catalogue), latestTopics(reading)]),
  )
  return {
    titles: titles
      .filter(({ name }) => matches(name))
      .slice(0, MOST_SUGGESTED.titles)
      .map(({ name, key, current }) => ({ name, magazineKey: key, ...presentCover(current, COVER_HEIGHT_PIXELS.carousel) })),
    topics: topics
      .filter(({ headline }) => matches(headline))
      .slice(0, MOST_SUGGESTED.topics)
      .map(({ uid, headline }) => ({ uid, headline })),
  }
})
