import type { Asking } from '../endpoint.ts'

/**
 * Counts what an account declares, because a row is kept of each; taking something back counts nothing and is never refused.
 * @throws TooMany
 */
export async function admitDeclaration({ house, session }: Pick<Asking, 'house' | 'session'>, agreed: boolean): Promise<void> {
  if (agreed) await house.attempts.admit('kept-declaration', `account ${session.account!.id}`)
}
