import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DESK_API_BASE } from '@kiosk/contract/route'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { cookieIn } from '@kiosk/domain/cookies'
import { errors } from '@kiosk/domain/errors'
import { isLanguage, type Language, preferredLanguage } from '@kiosk/domain/locale'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { html, raw } from 'hono/html'
import type { GateCode, GateError } from './gate-error.ts'

/** How long the rest of a request is read and discarded, so that the client receives our response instead of a reset. */
const LINGER_MS = 2_000

/** Rejections that the same request may pass later. */
const PASSING: readonly GateCode[] = ['busy', 'too_slow']

/** Answers a rejected request in the caller's language: JSON for calls of the API and of the desk, a small page for everything else. */
export function answerError(error: GateError, request: IncomingMessage, response: ServerResponse, path: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const { status, words } = errors[error.code]
  const language = languageOf(request, path)
  const say = (key: string) => errorMessage(language, key) ?? ''
  const message = say(words)
  const json = isCall(path)
  const requestId = randomUUID()
  const body = json
    ? JSON.stringify({ code: error.code, message, requestId })
    : page({
        language,
        title: say('REQUEST_ERROR.TITLE'),
        message,
        again: PASSING.includes(error.code) ? say('REQUEST_ERROR.AGAIN') : null,
        home: say('REQUEST_ERROR.HOME'),
      })
  const policy = json
    ? "default-src 'none'"
    : `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`
  const unread = !request.complete
  response.writeHead(status, {
    'content-type': json ? 'application/json' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-language': language,
    'cache-control': cacheControl('nothing'),
    'x-request-id': requestId,
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...error.headers,
    ...(unread && { connection: 'close' }),
  })
  if (request.method !== 'HEAD') response.write(body)
  if (!unread) response.end()
  else linger(request, response)
}

function linger(request: IncomingMessage, response: ServerResponse): void {
  const end = () => {
    clearTimeout(timer)
    response.end(() => request.destroy())
  }
  const timer = setTimeout(end, LINGER_MS)
  request
    .once('end', end)
    .once('close', end)
    .on('data', () => {})
    .resume()
}

const isCall = (path: string) => path.startsWith('/api/') || path.startsWith(DESK_API_BASE)

/** For pages the cookie comes before the header (ADR-0170); API calls use only the header. */
function languageOf({ headers }: IncomingMessage, path: string): Language {
  const chosen = isCall(path) ? null : cookieIn(headers.cookie, 'language')
  return isLanguage(chosen) ? chosen : preferredLanguage(headers['accept-language'])
}

const STYLE = `:root{color-scheme:light dark;background:light-dark(#faf7f2,#171411);color:light-dark(#1c1a17,#f2ebdf);font:1.0625rem/1.5 "Segoe UI",Arial,sans-serif}body{max-width:42rem;margin:15vh auto;padding:0 1rem}h1{font:600 1.75rem/1.2 Georgia,serif}a{display:inline-block;margin-inline-end:1.25rem;padding:.6rem 0;color:light-dark(#ab2a12,#ff8d72)}`
const STYLE_HASH = `sha256-${hash('sha256', STYLE, 'base64')}`

/** @param options.again text of a link to the same address; null = none */
function page(options: { language: Language; title: string; message: string; again: string | null; home: string }): string {
  return String(html`<!doctype html>
<html lang="${options.language}"><head><meta charset="utf-8"><title>${options.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${raw(STYLE)}</style></head>
<body><main><h1>${options.title}</h1><p>${options.message}</p><p>${options.again && html`<a href="">${options.again}</a>`} <a href="/">${options.home}</a></p></main></body></html>
`)
}
