import { escapeHtml } from '@kiosk/domain/escape-html'

/** Safe HTML: the result of `html`, and the only value that it inserts unescaped. */
export type Markup = { readonly html: string }

type Piece = Markup | string | number | null | undefined | false | readonly Piece[]

/** Template tag for HTML: escapes text, inserts markup and lists of it unchanged, and drops null and false. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return { html: strings.reduce((made, string, index) => made + string + written(pieces[index]), '') }
}

/** Marks a string as safe HTML: for the output of a sanitiser or serialiser. */
export const asMarkup = (html: string): Markup => ({ html })

/** Returns JSON for a `<script type="application/json">`; its content cannot close the element. */
export const embeddedJson = (value: unknown): Markup =>
  asMarkup(JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'))

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (Array.isArray(piece)) return piece.map(written).join('')
  if (typeof piece === 'object') return (piece as Markup).html
  return escapeHtml(String(piece))
}
