import { ApiError, type ErrorCode } from '@kiosk/domain/errors'

/** What the operator asks for is not possible; `message` is a sentence that says why. */
export class NotPossible extends Error {}

/** Does `work`, or prints why it is not possible. @param reasons sentences by the error of the change @returns exit code */
export async function explained(reasons: Partial<Record<ErrorCode, string>>, work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    const reason = error instanceof NotPossible ? error.message : error instanceof ApiError && reasons[error.code]
    if (!reason) throw error
    console.error(reason)
    return 1
  }
}
