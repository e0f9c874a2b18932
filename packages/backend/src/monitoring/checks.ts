import { setTimeout as pause } from 'node:timers/promises'
import { withoutAddresses } from '../adapters/mail/without-addresses.ts'
import { printable } from '../printable.ts'

/** `skipped`: it could not be checked, because of a problem that another check reports. */
export type Status = 'ok' | 'skipped' | 'warning' | 'error'
/** What a check found, and what to do about a problem. */
export type Finding = { status: Status; says: string; todo?: string }
export type Check = { name: string; run(): Promise<Finding | Finding[]> }
export type Checked = Finding & { check: string }

export const ok = (says: string): Finding => ({ status: 'ok', says })
export const skipped = (says: string): Finding => ({ status: 'skipped', says })
export const warning = (says: string, todo: string): Finding => ({ status: 'warning', says, todo })
export const failing = (says: string, todo: string): Finding => ({ status: 'error', says, todo })

/** Maximum time of a check. */
const CHECK_TIMEOUT_MS = 60_000

/** Runs all checks at the same time and returns what they found in their order. A check that fails or takes too long is an error. */
export async function runChecks(checks: readonly Check[], timeoutMs = CHECK_TIMEOUT_MS): Promise<Checked[]> {
  const found = await Promise.all(
    checks.map(async ({ name, run }) => {
      const over = new AbortController()
      const tooLong = pause(timeoutMs, undefined, { signal: over.signal, ref: true }).then(() => {
        throw new Error(`no result within ${timeoutMs / 1000} seconds`)
      })
      try {
        const findings = await Promise.race([run(), tooLong])
        return [findings].flat().map((each) => ({ check: name, ...each }))
      } catch (error) {
        return [{ check: name, ...failing(messageOf(error), 'See the message.') }]
      } finally {
        over.abort()
        tooLong.catch(() => {})
      }
    }),
  )
  return found.flat()
}

/** Returns the first line of an error and of its cause, without e-mail addresses. */
export function messageOf(error: unknown): string {
  const { message, cause, code } = error as Error & { code?: string }
  const first = printable(withoutAddresses((message || code || String(error)).split('\n', 1)[0] ?? ''))
  return cause instanceof Error ? `${first}: ${messageOf(cause)}` : first
}

/** Returns 0 if all is well, 1 with warnings, 2 with errors. */
export function exitCodeOf(found: readonly Checked[]): 0 | 1 | 2 {
  if (found.some(({ status }) => status === 'error')) return 2
  return found.some(({ status }) => status === 'warning') ? 1 : 0
}
