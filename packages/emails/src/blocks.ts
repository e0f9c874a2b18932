import { type CSSProperties, createElement as make, type ReactNode } from 'react'
import type { Block, EmailLayout } from './email.ts'
import { htmlProse } from './html-prose.ts'
import { tableCell } from './table-cell.ts'
import { light, SANS, SERIF, small, text } from './theme.ts'

/** Renders one block of an e-mail. */
export function htmlBlock(block: Block, layout: EmailLayout): ReactNode {
  switch (block.kind) {
    case 'greeting':
    case 'paragraph':
      return make('p', { className: 'ink', style: text }, unbroken(block.text, layout))
    case 'small':
      return make('p', { className: 'muted', style: small }, unbroken(block.text, layout))
    case 'code':
      return make('p', { className: 'ink', style: code }, block.text)
    case 'button':
      return button(block)
    case 'quote':
      return quote(block)
    case 'details':
      return details(block)
    case 'prose':
      return htmlProse(block.content)
    case 'issue':
      return issue(block)
  }
}

/** Keeps the name of the newsstand on one line, hyphen or not. */
export function unbroken(words: string, { siteName }: EmailLayout): ReactNode {
  return words
    .split(siteName)
    .flatMap((part, place) =>
      place > 0 ? [make('span', { key: place, style: { whiteSpace: 'nowrap' } }, siteName), part] : [part],
    )
}

/** Converts line breaks to elements, because Word ignores `white-space`. */
export function withBreaks(words: string): ReactNode {
  return words.split(/\r\n?|\n/).flatMap((line, place) => (place > 0 ? [make('br', { key: place }), line] : [line]))
}

/** Renders a button. Outside Word the link has the padding, so that the whole button is clickable. */
function button({ label, address, quiet }: Block & { kind: 'button' }): ReactNode {
  const background = quiet ? light.sheet : light.accent
  const cell = {
    border: `1px solid ${quiet ? light.accentText : light.accent}`,
    borderRadius: 3,
    background: quiet ? 'transparent' : background,
    textAlign: 'center',
    msoPaddingAlt: '13px 28px',
  } as CSSProperties
  const link: CSSProperties = {
    display: 'inline-block',
    padding: '13px 28px',
    color: quiet ? light.accentText : light.onAccent,
    font: `600 17px/1.3 ${SANS}`,
    textDecoration: 'none',
  }
  return tableCell(
    { style: { padding: quiet ? '0 0 24px' : '8px 0 28px' }, table: { width: '100%' } },
    tableCell(
      {
        style: cell,
        className: quiet ? 'button quiet' : 'button',
        table: { className: 'button-frame' },
        cell: { align: 'center', bgcolor: background },
      },
      make('a', { href: address, className: quiet ? 'press quiet-press' : 'press', style: link }, label),
    ),
  )
}

const code: CSSProperties = {
  ...text,
  margin: '0 0 20px',
  fontSize: 30,
  fontWeight: 600,
  letterSpacing: '0.08em',
  whiteSpace: 'nowrap',
}

function quote(block: Block & { kind: 'quote' }): ReactNode {
  const style: CSSProperties = {
    ...text,
    padding: '0 0 0 20px',
    borderLeft: `3px solid ${light.hairline}`,
  }
  return make(
    'blockquote',
    { style: { margin: '0 0 16px' } },
    tableCell({ style, className: 'ink rule', table: { width: '100%' } }, withBreaks(block.text)),
  )
}

/** Renders names above their values, so that both have room on a phone. */
function details({ rows }: Block & { kind: 'details' }): ReactNode {
  const name: CSSProperties = { margin: '9px 0 0', color: light.muted, font: `14px/1.4 ${SANS}` }
  const value = {
    ...text,
    margin: 0,
    padding: '0 0 10px',
    // Word uses this as the distance between text and border.
    msoPaddingAlt: '0 0 10px 0',
    borderBottom: `1px solid ${light.hairline}`,
  } as CSSProperties
  return tableCell(
    {
      style: { padding: '4px 0 0', borderTop: `1px solid ${light.hairline}` },
      className: 'rule',
      table: { width: '100%' },
    },
    make(
      'dl',
      { style: { margin: '0 0 20px' } },
      rows
        .filter(([, value]) => value)
        .map(([label, content]) =>
          make(
            'div',
            { key: label },
            make('dt', { className: 'muted', style: name }, label),
            make('dd', { className: 'ink rule', style: value }, withBreaks(content)),
          ),
        ),
    ),
  )
}

/** Renders cover and text side by side if there is room for both, below each other in Word. */
function issue(block: Block & { kind: 'issue' }): ReactNode {
  const { cover, address, headline } = block
  const image: CSSProperties = {
    display: 'block',
    maxWidth: '100%',
    height: 'auto',
    background: cover?.colour,
    border: `1px solid ${light.hairline}`,
    borderRadius: 3,
    font: `13px/1.4 ${SANS}`,
  }
  return make(
    'div',
    { style: { margin: '24px 0 16px' } },
    cover &&
      make(
        'a',
        { href: address, style: { display: 'inline-block', maxWidth: '100%', margin: '0 24px 16px 0', verticalAlign: 'top' } },
        make('img', {
          src: cover.address,
          width: cover.width,
          height: cover.height,
          alt: cover.alt,
          // Without this, the style in the head loads the image a second time.
          loading: 'lazy',
          className: 'rule',
          style: image,
        }),
      ),
    make(
      'div',
      { style: { display: 'inline-block', width: cover ? 264 : 'auto', maxWidth: '100%', verticalAlign: 'top' } },
      make(
        'p',
        { className: 'ink', style: { margin: 0, color: light.ink, font: `600 26px/1.2 ${SERIF}` } },
        block.linked
          ? make('a', { href: address, className: 'ink', style: { color: light.ink, textDecoration: 'none' } }, block.title)
          : block.title,
      ),
      make('p', { className: 'muted', style: { ...small, margin: '6px 0 0' } }, block.detail),
      headline !== '' && make('p', { className: 'ink', style: { ...text, margin: '16px 0 0' } }, headline),
    ),
  )
}
