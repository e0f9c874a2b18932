import type { RequestContext } from '../../http/handler.ts'

/**
 * Limits declarations per account because each is stored; undoing one is neither counted nor rejected.
 * @throws TooMany
 */
export async function limitDeclarations(
  { ctx, session }: Pick<RequestContext, 'ctx' | 'session'>,
  agreed: boolean,
): Promise<void> {
  if (agreed) await ctx.rateLimits.consume('kept-declaration', `account ${session.account!.id}`)
}
