import { type ErrorCode, errors, type Refusal } from '@kiosk/domain/errors'
import { dateLocales, preferredLanguage } from '@kiosk/domain/locale'
import { refusalWords } from '@kiosk/languages/errors'
import { text } from '@kiosk/languages/words'

/** The one shape of every refusal: `{ code, message, field?, requestId }`, in the caller's language. */
export function refuse(
  code: ErrorCode,
  request: Request,
  requestId: string,
  { field, words: exact, date }: Partial<Pick<Refusal, 'field' | 'words' | 'date'>> = {},
): Response {
  const { status, words } = errors[code]
  const language = preferredLanguage(request.headers.get('accept-language'))
  const known = refusalWords(language)
  const found = known[exact ?? words] ?? known[words]
  const day =
    date && new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(date)
  const message = found && day ? text({ found }, 'found', { date: day }) : found
  return Response.json(
    { code, message, ...(field && { field }), requestId },
    { status, headers: { 'cache-control': 'no-store', 'content-language': language } },
  )
}
