import { type ErrorCode, errors } from '@kiosk/domain/errors'
import { preferredLanguage } from '@kiosk/domain/locale'
import { refusalWords } from '@kiosk/languages/errors'

/** The one shape of every refusal: `{ code, message, field?, requestId }`, in the caller's language. */
export function refuse(code: ErrorCode, request: Request, requestId: string, field?: string, exact?: string): Response {
  const { status, words } = errors[code]
  const language = preferredLanguage(request.headers.get('accept-language'))
  const known = refusalWords(language)
  const message = known[exact ?? words] ?? known[words]
  return Response.json(
    { code, message, ...(field && { field }), requestId },
    { status, headers: { 'cache-control': 'no-store', 'content-language': language } },
  )
}
