import { ApiError } from '@kiosk/domain/errors'
import { recordSystemEvent } from '../../auth/security-events.ts'
import type { AppContext } from '../../context.ts'
import { transactOrRehearse } from '../../db/transaction.ts'
import { confirmDeclaration } from '../withdrawals/confirm.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import { ActionRejected } from './action-rejected.ts'
import { documentsOfRefunds } from './end-subscription.ts'
import type { ActionDocument, ActionOptions } from './perform.ts'

type ConfirmedTermination = {
  /** False: it was confirmed or resolved before. */
  isNew: boolean
  outcome: string | null
  /** False: it still needs a decision. */
  isApplied: boolean
  effectiveAt: Date | null
  papers: ActionDocument[]
}

/**
 * Confirms for the owner that a declaration is theirs. It takes effect as of its receipt, as with the link in its e-mail.
 * @throws ActionRejected not-confirmable
 */
export async function confirmTermination(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  { exit: id, why }: { exit: number; why?: string },
  { isRehearsal = false }: ActionOptions = {},
): Promise<ConfirmedTermination> {
  try {
    return await transactOrRehearse(ctx, isRehearsal, async (trx) => {
      const { declaration, isNew, refunds } = await confirmDeclaration(trx, ctx, id, 'operator', why)
      const { kind, outcome, account_id: accountId, applied_at, effective_at: effectiveAt } = declaration
      const details = { kind, outcome: outcome ?? '', number: terminationNumber(declaration), by: 'operator' }
      if (isNew) await recordSystemEvent(trx, ctx, { kind: 'exit.confirmed', accountId, details })
      const papers = await documentsOfRefunds(trx, refunds)
      return { isNew, outcome, isApplied: applied_at !== null, effectiveAt, papers }
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw new ActionRejected('not-confirmable')
    throw error
  }
}
