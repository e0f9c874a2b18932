import { type CSSProperties, createElement as make, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Block, Letter, Letterhead } from './letter.ts'

// Mail programs read inline styles; those that also read a style element get the dark colours and the small screen from it.
const SERIF = 'Fraunces, Georgia, "Times New Roman", serif'
const SANS = '"Source Sans 3", "Segoe UI", Helvetica, Arial, sans-serif'
const light = {
  paper: '#faf7f2',
  sheet: '#fffdfa',
  ink: '#1c1a17',
  muted: '#5d554a',
  hairline: '#e2dacc',
  accent: '#b92e14',
  accentText: '#ab2a12',
  onAccent: '#fffdfa',
}
const dark: typeof light = {
  paper: '#171411',
  sheet: '#211d19',
  ink: '#f2ebdf',
  muted: '#b6ab9b',
  hairline: '#38312a',
  accent: '#ff8163',
  accentText: '#ff8d72',
  onAccent: '#24110b',
}

const css = `
body { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; }
@media (max-width: 480px) {
  .frame { padding: 20px 12px 32px !important; }
  .sheet { padding: 28px 20px 24px !important; }
  .title { font-size: 28px !important; }
  .button-frame { width: 100% !important; }
  .press { display: block !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important; color: ${dark.ink} !important; }
  .sheet { background: ${dark.sheet} !important; border-color: ${dark.hairline} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .rule { border-color: ${dark.hairline} !important; }
  .accent { color: ${dark.accentText} !important; }
  .button { background: ${dark.accent} !important; border-color: ${dark.accent} !important; }
  .press { color: ${dark.onAccent} !important; }
  .quiet { background: transparent !important; border-color: ${dark.accentText} !important; }
  .quiet-press { color: ${dark.accentText} !important; }
}
`

/** A letter as HTML for mail programs: one column of at most 600 pixels, tables only for buttons, light and dark. */
export function letterHtml(letter: Letter, head: Letterhead): string {
  const main = letter.blocks.find((block) => block.kind === 'button' && !block.quiet)
  const preview = letter.blocks.find((block) => block.kind === 'paragraph')
  return `<!doctype html>${renderToStaticMarkup(
    make(
      'html',
      { lang: letter.language },
      make(
        'head',
        null,
        make('meta', { charSet: 'utf-8' }),
        make('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        make('meta', { name: 'color-scheme', content: 'light dark' }),
        make('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        // No program makes links of its own out of dates and places.
        make('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
        make('title', null, letter.subject),
        make('style', null, css),
      ),
      make(
        'body',
        { className: 'paper', style: { margin: 0, padding: 0, background: light.paper, color: light.ink } },
        preview &&
          'text' in preview &&
          make('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } }, preview.text),
        make(
          'div',
          { className: 'frame', style: { maxWidth: 600, margin: '0 auto', padding: '32px 20px 48px', fontFamily: SANS } },
          wordmark(head),
          make(
            'div',
            { role: 'main', className: 'sheet', style: sheet },
            make('h1', { className: 'ink title', style: title }, letter.title),
            letter.blocks.map((block, place) => make('div', { key: place }, look(block, head))),
            main?.kind === 'button' && spelledOut(main.address, head),
          ),
          footer(letter, head),
        ),
      ),
    ),
  )}`
}

const sheet: CSSProperties = {
  padding: '40px 40px 32px',
  background: light.sheet,
  border: `1px solid ${light.hairline}`,
  borderRadius: 10,
}
const title: CSSProperties = {
  margin: '0 0 20px',
  color: light.ink,
  font: `600 34px/1.15 ${SERIF}`,
  letterSpacing: '-0.02em',
}
const text: CSSProperties = { margin: '0 0 16px', color: light.ink, font: `17px/1.55 ${SANS}` }
const small: CSSProperties = { margin: '0 0 12px', color: light.muted, font: `15px/1.5 ${SANS}` }

/** The name in the hand of the house: its hyphen carries the colour. */
function wordmark({ siteName, home }: Letterhead): ReactNode {
  const [before, after] = siteName.split(/-(.*)/s, 2)
  const look: CSSProperties = {
    color: light.ink,
    font: `600 28px/1 ${SERIF}`,
    letterSpacing: '-0.025em',
    textDecoration: 'none',
  }
  return make(
    'div',
    { role: 'banner', style: { margin: '0 0 20px' } },
    make(
      'a',
      { href: home, className: 'ink', style: look, translate: 'no' },
      before,
      after !== undefined && make('span', { className: 'accent', style: { color: light.accentText } }, '-'),
      after,
    ),
  )
}

function look(block: Block, head: Letterhead): ReactNode {
  switch (block.kind) {
    case 'greeting':
    case 'paragraph':
      return make('p', { className: 'ink', style: text }, unbroken(block.text, head))
    case 'small':
      return make('p', { className: 'muted', style: small }, unbroken(block.text, head))
    case 'button':
      return button(block)
    case 'quote': {
      const style = { ...text, padding: '0 0 0 20px', borderLeft: `3px solid ${light.hairline}`, whiteSpace: 'pre-line' } as const
      return make('blockquote', { className: 'ink rule', style: { ...style, overflowWrap: 'anywhere' } }, block.text)
    }
    case 'facts':
      return facts(block)
    case 'issue':
      return issue(block)
  }
}

/** Text in which the name of the house stays on one line, hyphen or not. */
function unbroken(words: string, { siteName }: Letterhead): ReactNode {
  return words
    .split(siteName)
    .flatMap((part, place) =>
      place > 0 ? [make('span', { key: place, style: { whiteSpace: 'nowrap' } }, siteName), part] : [part],
    )
}

/**
 * A button in a cell of a table: Outlook draws with Word, which knows padding and background of cells only. Everywhere else the
 * padding is the link's own, so that all of it can be pressed.
 */
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
  const look = quiet ? 'button quiet' : 'button'
  return make(
    'table',
    {
      role: 'presentation',
      className: 'button-frame',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: { margin: quiet ? '0 0 24px' : '24px 0 28px', borderCollapse: 'separate' },
    },
    make(
      'tbody',
      null,
      make(
        'tr',
        null,
        make(
          'td',
          { className: look, align: 'center', bgcolor: background, style: cell },
          make('a', { href: address, className: quiet ? 'press quiet-press' : 'press', style: link }, label),
        ),
      ),
    ),
  )
}

/** Names above their values, so that both have room on a phone. */
function facts({ rows }: Block & { kind: 'facts' }): ReactNode {
  const style: CSSProperties = { margin: '4px 0 20px', padding: '4px 0', borderTop: `1px solid ${light.hairline}` }
  const row: CSSProperties = { padding: '9px 0 10px', borderBottom: `1px solid ${light.hairline}` }
  return make(
    'dl',
    { className: 'rule', style },
    rows
      .filter(([, value]) => value)
      .map(([name, value]) =>
        make(
          'div',
          { key: name, className: 'rule', style: row },
          make('dt', { className: 'muted', style: { color: light.muted, font: `14px/1.4 ${SANS}` } }, name),
          make(
            'dd',
            { className: 'ink', style: { ...text, margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } },
            value,
          ),
        ),
      ),
  )
}

/** Cover and words side by side where there is room for both. */
function issue(block: Block & { kind: 'issue' }): ReactNode {
  const { cover, address, headline } = block
  const picture: CSSProperties = {
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
    { style: { margin: '24px 0 0' } },
    cover &&
      make(
        'a',
        { href: address, style: { display: 'inline-block', maxWidth: '100%', margin: '0 24px 16px 0', verticalAlign: 'top' } },
        make('img', {
          src: cover.address,
          width: cover.width,
          height: cover.height,
          alt: cover.alt,
          // Without it the head asks for the picture a second time.
          loading: 'lazy',
          className: 'rule',
          style: picture,
        }),
      ),
    make(
      'div',
      { style: { display: 'inline-block', width: cover ? 264 : 'auto', maxWidth: '100%', verticalAlign: 'top' } },
      make('p', { className: 'ink', style: { margin: 0, color: light.ink, font: `600 26px/1.2 ${SERIF}` } }, block.title),
      make('p', { className: 'muted', style: { ...small, margin: '6px 0 0' } }, block.detail),
      headline !== '' && make('p', { className: 'ink', style: { ...text, margin: '16px 0 0' } }, headline),
    ),
  )
}

function spelledOut(address: string, { addressOfButton }: Letterhead): ReactNode {
  return make(
    'p',
    {
      className: 'muted rule',
      style: { ...small, margin: '28px 0 0', paddingTop: 20, borderTop: `1px solid ${light.hairline}`, fontSize: 14 },
    },
    addressOfButton,
    make('br'),
    make('a', { href: address, className: 'accent', style: { color: light.accentText, wordBreak: 'break-all' } }, address),
  )
}

function footer(letter: Letter, head: Letterhead): ReactNode {
  const style: CSSProperties = { margin: '0 0 12px', color: light.muted, font: `14px/1.5 ${SANS}` }
  const linked = (links: Letterhead['links']) =>
    links.length > 0 &&
    make(
      'p',
      { className: 'muted', style },
      links.flatMap(({ label, address }, place) => [
        place > 0 && ' · ',
        make('a', { key: address, href: address, className: 'muted', style: { color: light.muted } }, label),
      ]),
    )
  return make(
    'div',
    { role: 'contentinfo', style: { padding: '24px 4px 0' } },
    make('p', { className: 'muted', style }, unbroken(letter.reason, head)),
    linked(letter.links),
    make(
      'p',
      { className: 'muted', style },
      head.company.flatMap((line, place) => (place > 0 ? [make('br', { key: line }), line] : [line])),
    ),
    linked(head.links),
  )
}
