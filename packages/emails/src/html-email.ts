import { type CSSProperties, createElement as make, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { htmlBlock, unbroken, withBreaks } from './blocks.ts'
import type { Email, EmailLayout } from './email.ts'
import { tableCell } from './table-cell.ts'
import { css, light, SANS, SERIF, small } from './theme.ts'

/** Width of the column including its padding of 20 on each side. */
const WIDTH_PIXELS = 640
// Outlook on Windows does not support `max-width`; only it reads these comments.
const OUTLOOK_FONTS = `<!--[if mso]><style>
body, table, td, p, a, dt, dd, div { font-family: "Segoe UI", Arial, sans-serif !important; }
h1, .title, .wordmark { font-family: Georgia, serif !important; }
</style><![endif]-->`
const OUTLOOK_BEGIN = `<!--[if mso]><table role="presentation" align="center" width="${WIDTH_PIXELS}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`
const OUTLOOK_END = '<!--[if mso]></td></tr></table><![endif]-->'

/** Renders an e-mail as HTML: one column of at most 600 pixels plus padding, in Outlook, too; light and dark. */
export function emailHtml(email: Email, layout: EmailLayout): string {
  const main = email.blocks.find((block) => block.kind === 'button' && !block.quiet)
  const paragraph = email.blocks.find((block) => block.kind === 'paragraph')
  const preview = email.preheader ?? (paragraph && 'text' in paragraph ? paragraph.text : '')
  const frame = tableCell(
    {
      // A word without an end must not make the e-mail wider than the window.
      style: { padding: '32px 20px 48px', fontFamily: SANS, overflowWrap: 'anywhere' },
      className: 'frame',
      table: { width: '100%', style: { maxWidth: WIDTH_PIXELS, margin: '0 auto' } },
    },
    wordmark(layout),
    make(
      'div',
      { role: 'main' },
      tableCell(
        { style: sheet, className: 'sheet', table: { width: '100%' } },
        make('h1', { className: 'ink title', style: title }, email.title),
        email.blocks.map((block, place) => make('div', { key: place }, htmlBlock(block, layout))),
        main?.kind === 'button' && spelledOut(main.address, layout),
      ),
    ),
    footer(email, layout),
  )
  const hidden = preview && make('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } }, preview)
  return `<!doctype html><html lang="${email.language}"><head>${renderToStaticMarkup(headParts(email))}${OUTLOOK_FONTS}</head><body class="paper" style="margin:0;padding:0;background:${light.paper};color:${light.ink}">${renderToStaticMarkup(hidden)}${OUTLOOK_BEGIN}${renderToStaticMarkup(frame)}${OUTLOOK_END}</body></html>`
}

function headParts({ subject }: Email): ReactNode {
  return [
    make('meta', { key: 1, charSet: 'utf-8' }),
    make('meta', { key: 2, name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    make('meta', { key: 3, name: 'color-scheme', content: 'light dark' }),
    make('meta', { key: 4, name: 'supported-color-schemes', content: 'light dark' }),
    // Mail programs must not turn dates and places into links.
    make('meta', { key: 5, name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
    make('title', { key: 6 }, subject),
    make('style', { key: 7 }, css),
  ]
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

/** Renders the name of the newsstand with its hyphen in the accent colour. */
function wordmark({ siteName, home }: EmailLayout): ReactNode {
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
      { href: home, className: 'ink wordmark', style: look, translate: 'no' },
      before,
      after !== undefined && make('span', { className: 'accent', style: { color: light.accentText } }, '-'),
      after,
    ),
  )
}

function spelledOut(address: string, { addressOfButton }: EmailLayout): ReactNode {
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

function footer(email: Email, layout: EmailLayout): ReactNode {
  const style: CSSProperties = { margin: '0 0 12px', color: light.muted, font: `14px/1.5 ${SANS}` }
  const linked = (links: EmailLayout['links']) =>
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
    { role: 'contentinfo', style: { margin: '24px 4px 0' } },
    make('p', { className: 'muted', style }, unbroken(email.reason, layout)),
    linked(email.links),
    make('p', { className: 'muted', style }, withBreaks(layout.company.join('\n'))),
    linked(layout.links),
  )
}
