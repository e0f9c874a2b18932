import { createElement, type ReactNode } from 'react'

const EMPTY = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
/** Elements whose content is inserted unchanged: scripts and styles, which React does not escape, and drawings. */
const RAW = new Set(['script', 'style', 'svg'])
/** Attributes whose names React spells differently. */
const SPELLED: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  crossorigin: 'crossOrigin',
  tabindex: 'tabIndex',
  popovertarget: 'popoverTarget',
  popovertargetaction: 'popoverTargetAction',
  charset: 'charSet',
  checked: 'defaultChecked',
}

type Element = { name: string; attributes: Record<string, unknown>; children: (Element | string)[] }

/**
 * Returns a function that makes a rendered page of bare React elements: the same markup, without router, loaders or
 * components. Each call makes new elements, as every request does.
 */
export function treeOf(html: string): () => ReactNode {
  // React itself adds preloads of the first covers to the head.
  const written = html.slice(html.indexOf('<html')).replace(/<!--[\s\S]*?-->|<link rel="preload" as="image"[^>]*>/g, '')
  const root = read(written)
  return () => elementsOf(root)
}

function elementsOf({ name, attributes, children }: Element): ReactNode {
  return createElement(name, attributes, ...children.map((each) => (typeof each === 'string' ? each : elementsOf(each))))
}

function read(html: string): Element {
  const open: Element[] = [{ name: 'root', attributes: {}, children: [] }]
  const tags = /<(\/?)([a-zA-Z][\w-]*)((?:\s[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/y
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    const [, closing, name = '', attributes = '', selfClosed, text] = found
    const here = open.at(-1)!
    if (text !== undefined) here.children.push(plain(text))
    else if (closing) open.pop()
    else {
      const element: Element = { name, attributes: attributesOf(attributes), children: [] }
      here.children.push(element)
      if (RAW.has(name) && !selfClosed) {
        const end = html.indexOf(`</${name}>`, tags.lastIndex)
        element.attributes.dangerouslySetInnerHTML = { __html: html.slice(tags.lastIndex, end) }
        tags.lastIndex = end + name.length + 3
      } else if (!EMPTY.has(name) && !selfClosed) open.push(element)
    }
  }
  return open[0]!.children[0] as Element
}

function attributesOf(written: string): Record<string, unknown> {
  const attributes: Record<string, unknown> = {}
  for (const [, name = '', value] of written.matchAll(/\s([^\s=]+)(?:="([^"]*)")?/g)) {
    attributes[SPELLED[name] ?? name] =
      name === 'style'
        ? styleOf(plain(value ?? ''))
        : value
          ? plain(value)
          : value === '' && BARE.has(name)
            ? true
            : (value ?? true)
  }
  return attributes
}

/** Boolean attributes, which React writes as `hidden=""`. */
const BARE = new Set(['hidden', 'disabled', 'checked', 'async', 'open', 'readOnly', 'required', 'selected', 'defer'])

function styleOf(written: string): Record<string, string> {
  const rules = written
    .split(';')
    .filter(Boolean)
    .map((rule) => rule.split(/:(.*)/s, 2) as [string, string])
  return Object.fromEntries(
    rules.map(([name, value]) => [name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  )
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => CHARACTERS[name]!)
}
