import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../context.ts'

/** Longer than a registration, an account lookup or an unsubscription takes. Milliseconds. */
const EVEN_MS = 300

/** With neutral answers, a call about a known address takes as long as one about an unknown address. */
export async function inEvenTime<T>({ neutralAnswers }: Pick<AppContext, 'neutralAnswers'>, work: () => Promise<T>): Promise<T> {
  if (!neutralAnswers) return work()
  const [done] = await Promise.allSettled([work(), delay(EVEN_MS)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
