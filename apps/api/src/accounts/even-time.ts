import { setTimeout as delay } from 'node:timers/promises'
import type { House } from '../house.ts'

/** Longer than a registration, a look for an account and an unsubscription take. Milliseconds. */
const EVEN_MS = 300

/** Where answers are neutral, one about a known address takes as long as one about an unknown address. */
export async function inEvenTime<T>({ neutralAnswers }: Pick<House, 'neutralAnswers'>, work: () => Promise<T>): Promise<T> {
  if (!neutralAnswers) return work()
  const [done] = await Promise.allSettled([work(), delay(EVEN_MS)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
