import { type CSSProperties, createElement as make, type ReactNode } from 'react'
import type { Inline, Prose } from './prose.ts'
import { tableCell } from './table-cell.ts'
import { light, SERIF, text } from './theme.ts'

const heading: CSSProperties = { margin: '28px 0 12px', color: light.ink, font: `600 24px/1.25 ${SERIF}` }
const list: CSSProperties = { ...text, padding: '0 0 0 24px' }
const link: CSSProperties = { color: light.accentText, textDecoration: 'underline' }

/** Renders structured text as HTML. */
export function htmlProse(content: readonly Prose[]): ReactNode {
  return content.map((part, place) => make('div', { key: place }, element(part)))
}

function element(part: Prose): ReactNode {
  switch (part.kind) {
    case 'heading':
      return make('h2', { className: 'ink', style: heading }, inline(part.content))
    case 'paragraph':
      return make('p', { className: 'ink', style: text }, inline(part.content))
    case 'list':
      return make(
        part.first === null ? 'ul' : 'ol',
        { className: 'ink', style: list, ...(part.first !== null && part.first !== 1 && { start: part.first }) },
        part.items.map((item, place) => make('li', { key: place, style: { margin: '0 0 6px' } }, listItem(item))),
      )
    case 'quote':
      return make(
        'blockquote',
        { style: { margin: '0 0 16px' } },
        tableCell(
          {
            style: { padding: '0 0 0 20px', borderLeft: `3px solid ${light.hairline}` },
            className: 'rule',
            table: { width: '100%' },
          },
          htmlProse(part.content),
        ),
      )
    case 'rule':
      return make('hr', {
        className: 'rule',
        style: { margin: '24px 0', border: 0, borderTop: `1px solid ${light.hairline}` },
      })
  }
}

/** An item of one paragraph has no margin of its own. */
function listItem(item: readonly Prose[]): ReactNode {
  const [first, ...others] = item
  return first?.kind === 'paragraph' ? [make('span', { key: 0 }, inline(first.content)), htmlProse(others)] : htmlProse(item)
}

function inline(content: readonly Inline[]): ReactNode {
  return content.map(inlineElement)
}

function inlineElement(part: Inline, place: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'strong':
      return make('strong', { key: place }, inline(part.content))
    case 'emphasis':
      return make('em', { key: place }, inline(part.content))
    case 'link':
      return make('a', { key: place, href: part.address, className: 'accent', style: link }, inline(part.content))
    case 'break':
      return make('br', { key: place })
  }
}
