import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../context.ts'

/**
 * Waits for a turn to poll a provider about an attempt or a payment page: all servers together poll once in two seconds, however
 * often browsers load a page. An early caller waits for the next turn; of several waiting callers one gets it.
 * @param by which of our pages was loaded; each has its own turns
 * @returns whether to poll now; false = another caller has just polled
 */
export async function waitForPollingTurn(
  { rateLimits }: Pick<AppContext, 'rateLimits'>,
  id: string,
  by: 'owner' | 'return',
): Promise<boolean> {
  const key = `${by} ${id}`
  const seconds = await rateLimits.count('provider-asked', key)
  if (seconds === null) return true
  await pause(seconds * 1000)
  return (await rateLimits.count('provider-asked', key)) === null
}
