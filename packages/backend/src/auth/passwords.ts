import { composed } from '@kiosk/domain/composed'
import { hash, verify } from '@node-rs/argon2'
import type { RequestContext } from '../http/handler.ts'
import { createPasswordQueue, type PasswordCaller } from './password-queue.ts'

/**
 * argon2id with 12 MiB, three passes, one lane: the cheapest in CPU of the equivalent OWASP recommendations, 9 ms (14 ms
 * with 19 MiB).
 */
const COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }
/** Queue of hashes: one at a time, which leaves the second core to other requests. */
const queue = createPasswordQueue()

/** Returns who waits for a password hash; `known`: in a browser known to the account. */
export function callerOf({ visitor }: Pick<RequestContext, 'visitor'>, known = false): PasswordCaller {
  return { address: visitor.address, known, ...(visitor.gone && { signal: visitor.gone }) }
}

/** Returns the PHC string of a password. `caller` null: our own process. */
export function hashPassword(password: string, caller: PasswordCaller | null = null): Promise<string> {
  return queue.run(caller, () => hash(typed(password), COST))
}

/** Normalises to NFKC, because keyboards compose "é" differently. */
function typed(password: string): string {
  return composed(password, 'NFKC')
}

let nobodys: string | undefined

/** Returns whether a password matches the hash `kept`; false for null, after the same time. */
export async function isPassword(kept: string | null, password: string, caller: PasswordCaller | null = null): Promise<boolean> {
  nobodys ??= await hashPassword('the password of nobody')
  const against = kept ?? nobodys
  const right = await queue.run(caller, () => verify(against, typed(password)))
  return right && kept !== null
}
