import { hash, verify } from '@node-rs/argon2'
import type { Asking } from '../endpoint.ts'
import { createPasswordQueue, type PasswordCaller } from './password-queue.ts'

/** argon2id with 12 MiB, three passes, one lane: of the equals that OWASP recommends the one that takes least of our processors, 9 ms (14 with 19 MiB). */
const COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }
/** One at a time leaves the other core to everybody else; the rest waits in line. */
const queue = createPasswordQueue()

/** Who waits for a password of this call; `known`: in a browser that the account was in before. */
export function callerOf({ visitor }: Pick<Asking, 'visitor'>, known = false): PasswordCaller {
  return { address: visitor.address, known, ...(visitor.gone && { signal: visitor.gone }) }
}

/** PHC string of a password; without a `caller` it is our own program that asks. */
export function hashPassword(password: string, caller: PasswordCaller | null = null): Promise<string> {
  return queue.run(caller, () => hash(composed(password), COST))
}

/** Keyboards differ in how they compose "é": NFKC makes them one. */
function composed(password: string): string {
  return password.normalize('NFKC')
}

let nobodys: string | undefined

/** Whether a password is the one of `kept`; without `kept` it takes as long and is wrong. */
export async function isPassword(kept: string | null, password: string, caller: PasswordCaller | null = null): Promise<boolean> {
  nobodys ??= await hashPassword('the password of nobody')
  const against = kept ?? nobodys
  const right = await queue.run(caller, () => verify(against, composed(password)))
  return right && kept !== null
}
