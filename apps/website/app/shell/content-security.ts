import { hash } from 'node:crypto'
import type { Page } from '@kiosk/domain/addresses'
import { isSameAhead } from '@kiosk/domain/fetched-ahead'
import type { Operator } from '@kiosk/domain/operator'
import { createContext } from 'react-router'
import type { UsedRules } from './page-style.ts'
import { speculationRules } from './speculation-rules.ts'

/**
 * Rendering state of a request. `nonce` marks our inline scripts and styles and never leaves the server; `html` is the
 * rendered page in pieces of whole elements, null until then. Joining them would copy the page once more.
 */
export const pageContext = createContext<{ readonly nonce: string; html: readonly string[] | null }>()

/**
 * Origins that a page's loader allows in addition to our own, and a nonce for a wallet's script that adds styles.
 * `popups`: windows of another origin may communicate with this one.
 */
export type Opened = {
  scripts?: readonly string[]
  frames?: readonly string[]
  connections?: readonly string[]
  pictures?: readonly string[]
  forms?: readonly string[]
  nonce?: string
  popups?: boolean
}

/** Hashes of the speculation rules, as they are in their file. */
const RULES = [true, false].map(
  (signedIn) => `'sha256-${hash('sha256', JSON.stringify(speculationRules({ signedIn })), 'base64')}'`,
)

type PolicyOptions = { operator: Pick<Operator, 'videos'>; webapp?: string; opened?: Opened; page?: Page | null }
/**
 * `rulesOf` returns the rules that a page uses of the style sheet at an address. Without it, the sheet is loaded before the page
 * is painted.
 */
type Finishing = { isDevelopment?: boolean; rulesOf?: ((address: string) => UsedRules | null) | undefined }

/**
 * Finalises a page and its policy: every marked inline script and style is allowed by its hash (ADR-0174), and the marks
 * are removed.
 * Content is painted before the framework starts, so that text, covers and fonts get the full bandwidth. The module
 * script is inert text with a list of its modules; `shell-script.ts` starts it once the page has loaded or on first
 * interaction. In development modules start at once, as Vite requires.
 * With `rulesOf`, the page brings the rules that it uses; the shell script loads the whole sheet once the page has loaded, for what
 * scripts add (ADR-0269).
 */
export function finishPage(
  marked: readonly string[],
  nonce: string,
  options: PolicyOptions,
  { isDevelopment = false, rulesOf }: Finishing = {},
): { html: string[]; policy: string } {
  const mark = ` nonce="${nonce}"`
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const modules: string[] = []
  const html: string[] = []
  let sheet: { tag: string; rules: UsedRules; place: number } | undefined
  for (const piece of marked) {
    let done = 0
    for (let at = piece.indexOf(mark); at !== -1; at = piece.indexOf(mark, done)) {
      const start = piece.lastIndexOf('<', at)
      html.push(piece.slice(done, start))
      done = piece.indexOf('>', at) + 1
      const tag = piece.slice(start, at) + piece.slice(at + mark.length, done)
      const address = rulesOf && tag.includes(' rel="stylesheet"') && / href="([^"]*)"/.exec(tag)?.[1]
      const rules = address && rulesOf?.(address)
      if (rules) {
        sheet = { tag, rules, place: html.length }
        html.push('')
        continue
      }
      const module = !isDevelopment && tag.includes(' rel="modulepreload"') && / href="([^"]*)"/.exec(tag)?.[1]
      if (module) {
        modules.push(module)
        continue
      }
      const kind = tag.startsWith('<script') ? 'script' : tag.startsWith('<style') ? 'style' : null
      const body = kind && piece.slice(done, piece.indexOf(`</${kind}>`, done))
      if (body) hashes[kind].add(`'sha256-${hash('sha256', body, 'base64')}'`)
      html.push(body && tag.includes(' type="module"') && !isDevelopment ? waiting(tag, modules) : tag)
    }
    html.push(piece.slice(done))
  }
  if (sheet) {
    const rules = sheet.rules(marked)
    hashes.style.add(`'sha256-${hash('sha256', rules, 'base64')}'`)
    html[sheet.place] = `<style>${rules}</style>`
    const last = html.length - 1
    const later = sheet.tag.replace(/ rel="stylesheet"/, '').replace(' href=', ' data-sheet=')
    const end = html[last]!.lastIndexOf('</body>')
    if (end !== -1)
      html.splice(last, 1, html[last]!.slice(0, end), `${later}<noscript>${sheet.tag}</noscript>`, html[last]!.slice(end))
  }
  return { html, policy: policyWith(hashes, options, isDevelopment) }
}

function waiting(tag: string, modules: readonly string[]): string {
  const opening = tag.replace(' type="module"', '').replace(' async=""', '').slice(0, -1)
  return `${opening} type="text/plain" data-modules="${modules.join(' ')}">`
}

/**
 * Returns the policy of a page. `style` attributes are allowed, because the placeholder colours of covers are data. In
 * development, Vite injects styles by script.
 */
function policyWith(hashes: { script: Set<string>; style: Set<string> }, options: PolicyOptions, development: boolean): string {
  const films = Object.values(options.operator.videos).flatMap((film) => (film?.startsWith('http') ? [new URL(film).origin] : []))
  // A session is handed to a web app at another origin (see accounts/login-notice.ts).
  const elsewhere = options.webapp?.startsWith('http') ? [new URL(options.webapp).origin] : []
  const { scripts = [], frames = [], connections = [], pictures: images = [], forms = [], nonce } = options.opened ?? {}
  const nonces = nonce ? [`'nonce-${nonce}'`] : []
  const calls = [...elsewhere, ...connections]
  // The shell script adds one of them.
  const rules = isSameAhead(options.page ?? null) ? RULES : []
  const policy = [
    "default-src 'self'",
    ...(calls.length > 0 ? [["connect-src 'self'", ...calls].join(' ')] : []),
    ["script-src 'self'", ...hashes.script, ...rules, ...nonces, ...scripts].join(' '),
    development ? "style-src 'self' 'unsafe-inline'" : ["style-src 'self'", ...hashes.style, ...nonces].join(' '),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...images].join(' '),
    ["media-src 'self'", ...new Set(films)].join(' '),
    ['frame-src', ...(frames.length > 0 ? frames : ["'none'"])].join(' '),
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...forms].join(' '),
  ]
  return policy.join('; ')
}
