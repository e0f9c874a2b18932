import { data } from 'react-router'

/** An error of the API, or an unreachable API (status 503), with a message that can be shown. */
export type ApiError = {
  status: number
  code: string
  /** The server's message; preferred over `words`. */
  message: string | null
  /** The message as sanitised HTML, if the server sent HTML. */
  html: string | null
  /** Message key, used if there is no message. */
  words: string
  field: string | null
  requestId: string | null
}

/** Returns the API error in a value caught by a loader or in a route's error; null for anything else. */
export function apiErrorIn(thrown: unknown): ApiError | null {
  const held = (thrown as { data?: { apiError?: ApiError } } | null)?.data?.apiError
  return held && typeof held.status === 'number' ? held : null
}

/** Returns a validation error of the website itself, before the API is called; `words` is the message key for `field`. */
export function errorAt(field: string | null, words: string, status = 400): ApiError {
  return { status, code: 'wrong_input', message: null, html: null, words, field, requestId: null }
}

/** Returns the result of a call, or its API error; rethrows every other error. */
export async function orApiError<T>(
  call: Promise<T>,
): Promise<{ answer: T; apiError: null } | { answer: null; apiError: ApiError }> {
  try {
    return { answer: await call, apiError: null }
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    return { answer: null, apiError }
  }
}

/** Answer of an action: an error that the form shows itself, so that the page does not show it above. */
export type FormError = { apiError: ApiError; inForm: true }

/** Returns the answer of an action that failed, with the status of the error. */
export const formError = (apiError: ApiError) => data<FormError>({ apiError, inForm: true }, { status: apiError.status })
