import { escapeHtml } from '@kiosk/domain/escape-html'
import { linkedHtml, type TextLink } from './paragraph-links.ts'

/** Linked words of a line. */
export type WordsLink = Pick<TextLink, 'text' | 'href'>

/**
 * Rows of equally many cells. `namesRows`: the first cell of each row of the body says what the row is about. `links`: of its lines, from
 * top to bottom.
 */
export type TableText = {
  caption: string
  head: readonly string[][]
  body: readonly string[][]
  namesRows: boolean
  links?: readonly WordsLink[]
}

/** Returns all words of a table, row by row. */
export const wordsOfTable = ({ caption, head, body }: TableText) =>
  [caption, ...[...head, ...body].flat()].filter((text) => text !== '').join(' ')

/** Returns a table as HTML. Without a head, it has no `thead`. */
export function tableHtml({ caption, head, body, namesRows, links = [] }: TableText): string {
  const linked = linksByCell(links)
  const cell = (tag: string, text: string) => `<${tag}>${linkedHtml(text, linked(text))}</${tag.slice(0, 2)}>`
  const headRow = (row: readonly string[]) =>
    `<tr>${row.map((text) => (text === '' ? '<td></td>' : cell('th scope="col"', text))).join('')}</tr>`
  const bodyRow = (row: readonly string[]) =>
    `<tr>${row.map((text, at) => cell(namesRows && at === 0 ? 'th scope="row"' : 'td', text)).join('')}</tr>`
  return [
    '<table>',
    caption && `<caption>${escapeHtml(caption)}</caption>`,
    head.length > 0 ? `<thead>${head.map(headRow).join('')}</thead>` : '',
    `<tbody>${body.map(bodyRow).join('')}</tbody>`,
    '</table>',
  ].join('')
}

/** Returns a function that finds the links of the next cell: each is that of the first cell that has its words. */
function linksByCell(links: readonly WordsLink[]): (text: string) => TextLink[] {
  const left = [...links]
  return (text) => {
    const found: TextLink[] = []
    for (let from = 0; ; ) {
      const next = left.findIndex((link) => text.indexOf(link.text, from) >= 0)
      if (next < 0) return found
      const [link] = left.splice(next, 1) as [WordsLink]
      const at = text.indexOf(link.text, from)
      found.push({ ...link, at })
      from = at + link.text.length
    }
  }
}
