import { setTimeout as pause } from 'node:timers/promises'
import type { House } from '../house.ts'

/**
 * Waits for one's turn to ask a provider about an attempt or a page for payment data: all servers together ask once in two
 * seconds, however often a browser loads a page. Who comes earlier waits for the next turn, and gets it or not: of many that
 * wait, one does.
 * @param by the page that was loaded; each has turns of its own
 * @returns whether to ask now; if not, somebody has just asked
 */
export async function turnToAsk({ attempts }: House, id: string, by: 'owner' | 'return'): Promise<boolean> {
  const key = `${by} ${id}`
  const seconds = await attempts.count('provider-asked', key)
  if (seconds === null) return true
  await pause(seconds * 1000)
  return (await attempts.count('provider-asked', key)) === null
}
