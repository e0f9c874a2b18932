import { type ErrorCode, errors } from '@kiosk/domain/errors'
import { preferredLanguage } from '@kiosk/domain/locale'
import { errorWords } from '@kiosk/languages/errors'

/** The one shape of every refusal: `{ code, message, field?, requestId }`, in the caller's language. */
export function refuse(code: ErrorCode, request: Request, requestId: string, field?: string): Response {
  const { status, words } = errors[code]
  const language = preferredLanguage(request.headers.get('accept-language'))
  const message = errorWords[language][words]
  return Response.json(
    { code, message, ...(field && { field }), requestId },
    { status, headers: { 'cache-control': 'no-store', 'content-language': language } },
  )
}
