import { createHmac, randomInt } from 'node:crypto'
import type { AppContext } from '../context.ts'

/** Letters and digits that cannot be confused; ten of them are 50 bits. */
const CODE_ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz'
const CODE_LENGTH = 10

export function newRecoveryCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** Returns a code as it is shown: "7q4fk-2mzpx". */
export function printedRecoveryCode(plain: string): string {
  return `${plain.slice(0, CODE_LENGTH / 2)}-${plain.slice(CODE_LENGTH / 2)}`
}

/** Normalises a recovery code: "7Q4fk 2mzpx" and "7q4fk-2mzpx" are the same. Null = malformed. */
export function plainRecoveryCode(code: string): string | null {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return plain.length === CODE_LENGTH ? plain : null
}

export function looksLikeRecoveryCode(code: string): boolean {
  return plainRecoveryCode(code) !== null
}

/** Hashes a code for its owner, the id of an account or `staff` with an id; the database stores only the hash. */
export async function hashOfRecoveryCode(ctx: Pick<AppContext, 'secret'>, owner: string, plain: string): Promise<Buffer> {
  return createHmac('sha256', await ctx.secret())
    .update(`recovery code|${owner}|${plain}`)
    .digest()
}
