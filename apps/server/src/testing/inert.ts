import { runInNewContext } from 'node:vm'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { SaxesParser } from 'saxes'

// Parses documents with user input as browsers, feed readers and mail programs do: for tests.

/** Returns attacks that take effect in any document that does not escape them; `mark` identifies where they were stored. */
export function payload(mark: string): string {
  const evil = `evil_${mark}()`
  return [
    `<script>${evil}</script>`,
    `<img src=x onerror=${evil}>`,
    `"><svg onload=${evil}>`,
    `'-${evil}-'" onfocus=${evil} autofocus x="`,
    `</script><script>${evil}</script></title><script>${evil}</script>`,
    `<!--><iframe srcdoc="<script>${evil}</script>">]]><script>${evil}</script>`,
    `\${${evil}}{{constructor.constructor("${evil}")()}}<style>@import"//evil.example"</style>`,
    `\u2028</textarea><math><mtext></p><img src=x onerror=${evil}>\u202e`,
  ].join(' ')
}

/** Returns the marks of the payloads in a text. */
export function marksIn(text: string): string[] {
  return [...text.matchAll(/evil_([a-z_]+)\(/g)].map(([, mark = '']) => mark)
}

const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'data', 'poster', 'srcset', 'xlink:href', 'ping'])
const NEVER = new Set(['object', 'embed', 'base', 'math', 'marquee', 'frame', 'frameset', 'portal'])

/**
 * Parses a page as a browser does. `harm`: effects of user input, empty if it is inert; `shown`: marks of the payloads in the
 * page.
 */
export function readPage(html: string): { harm: string[]; shown: string[] } {
  const harm: string[] = []
  const shown: string[] = []
  const visit = (node: Tree.Node): void => {
    if ('value' in node) shown.push(...marksIn(node.value))
    if ('tagName' in node) inspect(node, harm, shown)
    if ('content' in node) visit(node.content)
    if ('childNodes' in node && !('tagName' in node && node.tagName === 'script')) for (const each of node.childNodes) visit(each)
  }
  visit(parse(html))
  return { harm, shown }
}

function inspect(element: Tree.Element, harm: string[], shown: string[]): void {
  const { tagName, attrs } = element
  const note = (what: string) => harm.push(`<${tagName}> ${what}`)
  if (NEVER.has(tagName)) note('is there')
  for (const { name, value } of attrs) {
    shown.push(...marksIn(value))
    if (/^on|^srcdoc$/i.test(name) || /evil/.test(name)) note(name)
    if (ADDRESSES.has(name) && /^[\s\p{Cc}]*(javascript|vbscript|data:text)/iu.test(value)) note(`${name}=${value}`)
    if (name === 'style' && /evil|url\(|@import/i.test(value)) note(`style=${value}`)
    if (tagName === 'meta' && value.includes('evil') && attrs.some((each) => each.name === 'http-equiv')) note(value)
  }
  const inside = element.childNodes.map((each) => ('value' in each ? each.value : '')).join('')
  if (tagName === 'style' && inside.includes('evil')) note(inside)
  if (tagName !== 'script' || marksIn(inside).length === 0) return
  shown.push(...marksIn(inside))
  const kind = attrs.find((each) => each.name === 'type')?.value ?? ''
  try {
    if (kind.includes('json')) JSON.parse(inside)
    else runAsWords(inside)
  } catch (error) {
    note(`${kind} ${error}`)
  }
}

/**
 * Runs a page's own script, whose data contain payloads: one that is not inside a string calls an undefined function, which
 * throws.
 */
function runAsWords(script: string): void {
  const streamController = { enqueue: () => {}, close: () => {} }
  runInNewContext(script, { window: { __reactRouterContext: { streamController } } }, { timeout: 1000 })
}

/** Parses a feed likewise: `harm` has XML errors, and elements and attributes that our feeds do not use. */
export function readFeed(xml: string): { harm: string[]; shown: string[] } {
  const harm: string[] = []
  const shown: string[] = []
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => harm.push(message))
  parser.on('text', (text) => shown.push(...marksIn(text)))
  parser.on('opentag', ({ name, attributes }) => {
    if (/^(script|img|svg|iframe|style|math)$/i.test(name)) harm.push(`<${name}>`)
    for (const [each, value] of Object.entries(attributes)) {
      if (/^on|evil/i.test(each)) harm.push(`${name} ${each}`)
      shown.push(...marksIn(String(value)))
    }
  })
  parser.write(xml).close()
  return { harm, shown }
}
