import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../context.ts'
import { decrypt, encrypt } from './encryption.ts'

const PURPOSE = 'totp secret'
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Accepted clock difference. Periods. */
const WINDOW = 1

export function newTotpSecret(): Secret {
  return new Secret({ size: SECRET_BYTES })
}

/** Encrypts a secret; `owner` names its owner and is required to decrypt it. */
export async function encryptTotpSecret(ctx: Pick<AppContext, 'secret'>, owner: string, secret: Secret): Promise<Buffer> {
  return encrypt(await ctx.secret(), PURPOSE, owner, Buffer.from(secret.bytes))
}

/** Creates the TOTP generator that the owner's authenticator app has, too. `label` is shown in the app. */
export async function readTotp(
  ctx: Pick<AppContext, 'operator' | 'secret'>,
  { owner, label }: { owner: string; label: string },
  encryptedSecret: Buffer,
): Promise<TOTP> {
  const bytes = decrypt(await ctx.secret(), PURPOSE, owner, encryptedSecret)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const issuer = ctx.operator.siteName
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret })
}

/** Returns the time step of a code; null = not a current code. */
export function stepOfCode(totp: TOTP, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totp.validate({ token: digits, window: WINDOW, timestamp: now.getTime() })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}
