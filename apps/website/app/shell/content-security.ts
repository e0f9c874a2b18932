import { hash } from 'node:crypto'
import type { Operator } from '@kiosk/domain/operator'
import { createContext } from 'react-router'

/**
 * The page of a request while it is made. `nonce` marks our own inline scripts and styles and never leaves the server;
 * `html` is what was rendered, null as long as nothing is.
 */
export const pageContext = createContext<{ readonly nonce: string; html: string | null }>()

/**
 * What one page may load beyond the house's own, opened by its loader: origins, and a nonce for the script of a wallet that
 * adds styles. `popups`: a window of another house may talk to this one.
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

/**
 * A page as it leaves the house, and its policy: every inline script and style that carries our mark is allowed by its hash
 * (decision 28), the marks are taken out.
 *
 * The page is drawn before its framework starts: what is read first (words, covers, fonts) has the line for itself. The
 * module script waits as text, with the modules it will need; `shell-script.ts` starts it once the page is loaded or
 * touched. In development modules start at once, as Vite wants it.
 */
export function finishPage(
  marked: string,
  nonce: string,
  given: { operator: Pick<Operator, 'videos'>; webapp?: string; opened?: Opened },
  development = false,
): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const modules: string[] = []
  let html = ''
  let done = 0
  for (let at = marked.indexOf(mark); at !== -1; at = marked.indexOf(mark, done)) {
    const start = marked.lastIndexOf('<', at)
    html += marked.slice(done, start)
    done = marked.indexOf('>', at) + 1
    const tag = marked.slice(start, at) + marked.slice(at + mark.length, done)
    const module = !development && tag.includes(' rel="modulepreload"') && / href="([^"]*)"/.exec(tag)?.[1]
    if (module) {
      modules.push(module)
      continue
    }
    const kind = tag.startsWith('<script') ? 'script' : tag.startsWith('<style') ? 'style' : null
    const body = kind && marked.slice(done, marked.indexOf(`</${kind}>`, done))
    if (body) hashes[kind].add(`'sha256-${hash('sha256', body, 'base64')}'`)
    html += body && tag.includes(' type="module"') && !development ? waiting(tag, modules) : tag
  }
  return { html: html + marked.slice(done), policy: policyWith(hashes, given, development) }
}

function waiting(tag: string, modules: readonly string[]): string {
  const kept = tag.replace(' type="module"', '').replace(' async=""', '').slice(0, -1)
  return `${kept} type="text/plain" data-modules="${modules.join(' ')}">`
}

/**
 * `style` attributes are allowed, because placeholder colours of covers are data. In development Vite puts styles into the
 * page by script.
 */
function policyWith(
  hashes: { script: Set<string>; style: Set<string> },
  given: { operator: Pick<Operator, 'videos'>; webapp?: string; opened?: Opened },
  development: boolean,
): string {
  const films = Object.values(given.operator.videos).flatMap((film) => (film?.startsWith('http') ? [new URL(film).origin] : []))
  // A session is handed to a web app at another origin (see accounts/tell-of-login.ts).
  const elsewhere = given.webapp?.startsWith('http') ? [new URL(given.webapp).origin] : []
  const { scripts = [], frames = [], connections = [], pictures = [], forms = [], nonce } = given.opened ?? {}
  const nonces = nonce ? [`'nonce-${nonce}'`] : []
  const calls = [...elsewhere, ...connections]
  const policy = [
    "default-src 'self'",
    ...(calls.length > 0 ? [["connect-src 'self'", ...calls].join(' ')] : []),
    ["script-src 'self'", ...hashes.script, ...nonces, ...scripts].join(' '),
    development ? "style-src 'self' 'unsafe-inline'" : ["style-src 'self'", ...hashes.style, ...nonces].join(' '),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...pictures].join(' '),
    ["media-src 'self'", ...new Set(films)].join(' '),
    ['frame-src', ...(frames.length > 0 ? frames : ["'none'"])].join(' '),
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...forms].join(' '),
  ]
  return policy.join('; ')
}
