import { Refusal } from '@kiosk/domain/errors'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with 12 MiB, three passes, one lane: of the equals that OWASP recommends the one that takes least of our processors, 9 ms (14 with 19 MiB). */
const COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }
/** So many at once leave the other core to everybody else; the rest waits in line, and beyond that is turned away. */
const AT_ONCE = 1
const LONGEST_LINE = 200

let running = 0
const line: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (line.length >= LONGEST_LINE) throw new Refusal('unavailable')
    await new Promise<void>((resolve) => line.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = line.shift()
    if (next) next()
    else running--
  }
}

/** PHC string of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), COST))
}

/** Keyboards differ in how they compose "é": NFKC makes them one. */
function composed(password: string): string {
  return password.normalize('NFKC')
}

let nobodys: string | undefined

/** Whether a password is the one of `kept`; without `kept` it takes as long and is wrong. */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  nobodys ??= await hashPassword('the password of nobody')
  const against = kept ?? nobodys
  const right = await inTurn(() => verify(against, composed(password)))
  return right && kept !== null
}
