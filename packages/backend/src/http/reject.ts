import { cacheControl } from '@kiosk/domain/cache-rules'
import { formatDay } from '@kiosk/domain/date-format'
import { type ApiError, type ErrorCode, errorOf } from '@kiosk/domain/errors'
import { localeOf, preferredLanguage } from '@kiosk/domain/locale'
import { marketOf } from '@kiosk/domain/regions'
import { deskErrorMessages } from '@kiosk/i18n/messages/desk-errors'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { t } from '@kiosk/i18n/translate'

/** Creates an error response in the common format: `{ code, message, field?, requestId }`, in the caller's language. */
export function reject(
  code: ErrorCode,
  request: Request,
  requestId: string,
  { field, words: exact, date }: Partial<Pick<ApiError, 'field' | 'words' | 'date'>> = {},
): Response {
  const { status, words } = errorOf(code)
  const language = preferredLanguage(request.headers.get('accept-language'))
  const ofDesk: Record<string, string> = deskErrorMessages[language]
  const say = (key: string) => ofDesk[key] ?? errorMessage(language, key)
  const found = say(exact ?? words) ?? say(words)
  const day = date && formatDay(localeOf(language, marketOf(date.account)), date.at)
  const message = found && day ? t({ found }, 'found', { date: day }) : found
  return Response.json(
    { code, message, ...(field && { field }), requestId },
    { status, headers: { 'cache-control': cacheControl('nothing'), 'content-language': language } },
  )
}
