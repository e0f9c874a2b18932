import type { Context } from 'hono'
import { Rejected } from './rejected.ts'

/** A period that ends now includes the sandbox's present, whose clock may be ahead. */
const PRESENT_MS = 60_000

/** Returns the id of a request that may be repeated. */
export const requestId = (context: Context) => context.req.header('paypal-request-id')

export async function bodyOf<Body extends object>({ req }: Context): Promise<Body> {
  const text = await req.text()
  return (text ? JSON.parse(text) : {}) as Body
}

/** Parses a timestamp. @param other default @throws Rejected if it is invalid, or missing without a default */
export function momentOf(text: string | undefined, other?: number): number {
  const at = Date.parse(text ?? '')
  if (!Number.isNaN(at)) return at
  if (text || other === undefined) throw new Rejected(400, 'INVALID_PARAMETER_SYNTAX')
  return other
}

/** Returns the end of a requested period. Milliseconds. */
export const untilOf = (time: number) => (time >= Date.now() - PRESENT_MS ? Number.POSITIVE_INFINITY : time)

/** Parses the requested page of a list. @param usual default size @throws Rejected if it is invalid */
export function pageOf(
  page: string | undefined,
  size: string | undefined,
  usual: number,
  most: number,
): { page: number; size: number } {
  const requested = { page: Number(page ?? 1), size: Number(size ?? usual) }
  if (!(requested.page >= 1 && requested.size >= 1 && requested.size <= most)) throw new Rejected(400, 'INVALID_PARAMETER_VALUE')
  return requested
}
