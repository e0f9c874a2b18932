import { ApiError } from '@kiosk/api-client/api-error'
import type { Values } from '@kiosk/i18n/translate'

/** Error of a change: its message, and the field it is about. `isSignedOut`: the person has to sign in again. */
export type ChangeError = { message: string; field: string | null; isSignedOut?: true }

/** An error that the browser found, or that an answer lists: its message in the language of the person. */
export class FieldError extends Error {
  readonly field: string | null
  constructor(message: string, field: string | null = null) {
    super(message)
    this.field = field
  }
}

/** Returns what to show for the error of a call. */
export function changeErrorOf(error: unknown, t: (key: string, values?: Values) => string): ChangeError {
  if (error instanceof FieldError) return { message: error.message, field: error.field }
  if (!(error instanceof ApiError)) return { message: t('DESK.ERROR.FAILED_BODY'), field: null }
  if (error.code === 'not_signed_in') return { message: t('DESK.ERROR.SIGNED_OUT'), field: null, isSignedOut: true }
  // Whether the server made the change is not known.
  if (error.status === 0) return { message: t(navigator.onLine ? 'DESK.ERROR.NO_ANSWER' : 'DESK.ERROR.OFFLINE'), field: null }
  let message: string | undefined
  try {
    message = (JSON.parse(error.body) as { message?: string }).message
  } catch {
    // An answer of a proxy.
  }
  const otherwise = error.status >= 500 ? 'DESK.ERROR.NO_ANSWER' : 'DESK.ERROR.FAILED_BODY'
  return { message: message ?? t(otherwise), field: error.field ?? null }
}
