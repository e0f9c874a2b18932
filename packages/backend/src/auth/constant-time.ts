import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../context.ts'

/** Minimum duration: longer than a registration, an account lookup, an unsubscription or a declaration takes. */
const EVEN_MS = 300

/** Runs `work`. With neutral answers it takes the same time for every address, so that it does not reveal known ones. */
export function inEvenTime<T>({ neutralAnswers }: Pick<AppContext, 'neutralAnswers'>, work: () => Promise<T>): Promise<T> {
  return neutralAnswers ? alwaysInEvenTime(work) : work()
}

/** The same for work that must reveal nothing, whatever the setting. */
export async function alwaysInEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), delay(EVEN_MS)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/** The same for work that reveals nothing if it succeeds: only failures take the same time. */
export async function failInEvenTime<T>(
  { neutralAnswers }: Pick<AppContext, 'neutralAnswers'>,
  work: () => Promise<T>,
): Promise<T> {
  const even = neutralAnswers ? delay(EVEN_MS) : undefined
  try {
    return await work()
  } catch (error) {
    await even
    throw error
  }
}
