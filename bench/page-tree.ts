import { createElement, type ReactNode } from 'react'

const EMPTY = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])

/** The elements of a rendered page as a bare React tree: the same markup without router, loaders or components. */
export function treeOf(html: string): ReactNode {
  const body = html
    .slice(html.indexOf('<body'), html.indexOf('</body>') + 7)
    .replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '')
  const open: { name: string; attributes: Record<string, string>; children: ReactNode[] }[] = [
    { name: 'main', attributes: {}, children: [] },
  ]
  const close = () => {
    const done = open.pop()!
    open.at(-1)!.children.push(createElement(done.name, done.attributes, ...done.children))
  }
  for (const [, closing, name, attributes, text] of body.matchAll(/<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^>"])*)>|([^<]+)/g)) {
    if (text !== undefined) open.at(-1)!.children.push(text)
    else if (closing) {
      if (open.length > 1 && open.at(-1)!.name === name) close()
    } else {
      open.push({ name: name!, attributes: attributesOf(attributes ?? ''), children: [] })
      if (EMPTY.has(name!) || attributes?.endsWith('/')) close()
    }
  }
  while (open.length > 1) close()
  return createElement('main', {}, ...open[0]!.children)
}

function attributesOf(written: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name, value = ''] of written.matchAll(/([a-z-]+)="([^"]*)"/g)) {
    if (name === 'style' || name === 'value' || name?.startsWith('on')) continue
    attributes[name === 'class' ? 'className' : name!] = value
  }
  return attributes
}
