import { escapeHtml } from '@kiosk/domain/escape-html'

/** Rows of equally many cells. `namesRows`: the first cell of each row of the body says what the row is about. */
export type TableText = { caption: string; head: readonly string[][]; body: readonly string[][]; namesRows: boolean }

/** Returns all words of a table, row by row. */
export const wordsOfTable = ({ caption, head, body }: TableText) =>
  [caption, ...[...head, ...body].flat()].filter((text) => text !== '').join(' ')

/** Returns a table as HTML. Without a head, it has no `thead`. */
export function tableHtml({ caption, head, body, namesRows }: TableText): string {
  const cell = (tag: string, text: string) => `<${tag}>${escapeHtml(text)}</${tag.slice(0, 2)}>`
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
