import type { RequestContext } from '../http/handler.ts'

/**
 * Limits consents per account because each is stored; withdrawing one is neither counted nor rejected.
 * @throws TooMany
 */
export async function limitConsents({ ctx, session }: Pick<RequestContext, 'ctx' | 'session'>, agreed: boolean): Promise<void> {
  if (agreed) await ctx.rateLimits.consume('kept-declaration', `account ${session.account!.id}`)
}
