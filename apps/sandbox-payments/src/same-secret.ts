import { timingSafeEqual } from 'node:crypto'

/** Compares what was received with a secret, in a time that does not depend on where they differ. */
export function isSameSecret(received: string, secret: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
