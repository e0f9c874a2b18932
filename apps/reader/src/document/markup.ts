/** Finished HTML: what `html` makes, and the only thing it puts into a page unescaped. */
export type Markup = { readonly html: string }

type Piece = Markup | string | number | null | undefined | false | readonly Piece[]

/** HTML out of a template: text is escaped, markup and lists of it are not, nothing comes of null and false. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return { html: strings.reduce((made, string, index) => made + string + written(pieces[index]), '') }
}

/** Declares a string to be HTML: for what a sanitiser or a serialiser made. */
export const asMarkup = (html: string): Markup => ({ html })

/** JSON for a `<script type="application/json">`: nothing in it ends the element. */
export const embeddedJson = (value: unknown): Markup =>
  asMarkup(JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'))

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (Array.isArray(piece)) return piece.map(written).join('')
  if (typeof piece === 'object') return (piece as Markup).html
  return String(piece)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
