import { timingSafeEqual } from 'node:crypto'

/** Compares two secrets in a time that reveals nothing about their content. Text is compared by its UTF-8 bytes. */
export function isEqualSecret(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const [one, other] = [a, b].map((each) => (typeof each === 'string' ? Buffer.from(each) : each)) as [Uint8Array, Uint8Array]
  return one.length === other.length && timingSafeEqual(one, other)
}
