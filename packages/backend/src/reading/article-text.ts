import { escapeHtml } from '@kiosk/domain/escape-html'
import { Parser } from 'htmlparser2'
import { cleanArticle } from './article-html.ts'
import { isTableText, type TableRows, tableHtmlOf, tableText } from './table-text.ts'

// The HTML of an article as text that people edit: blocks separated by an empty line, "## " and "### " for headings, "> " for a
// quotation, "- " and "1. " for lists, *emphasis* and **strong**, [words](address) for links, "| a | b |" for rows of a table (see
// table-text.ts), and lines between two lines of ``` for program code. A backslash before one of these signs keeps it literal; at
// the end of a line, it keeps the line break.

const BLOCKS: Record<string, string> = { p: '', h2: '## ', h3: '### ', blockquote: '> ', li: '- ' }
const MARKS: Record<string, string> = { em: '*', strong: '**' }
const CELLS = new Set(['th', 'td', 'caption'])
const PARTS_OF_TABLE = new Set([...CELLS, 'table', 'thead', 'tbody', 'tr'])
/** An address in brackets may contain pairs of brackets. */
const ADDRESS = /^(?:[^\s()]|\([^\s()]*\))+$/
const LINK = /\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)/g

/** `list`: number of the list of an item; 0 = no item. `isPlain`: its text is not changed any more. */
type TextBlock = { prefix: string; text: string; list: number; isPlain?: true }

/** Returns the HTML of an article as text to edit; it is sanitised first. */
export function textOfArticle(html: string): string {
  const blocks: TextBlock[] = []
  let lists = 0
  let list: 'ul' | 'ol' = 'ul'
  let isOpen = false
  /** Address of the open link. */
  let href: string | null = null
  let table: TableRows | null = null
  /** Open text in which line breaks and spaces count. */
  let code: string | null = null
  /** Number of tables around the current place. A table in a cell becomes text of the cell. */
  let depth = 0
  let isHead = false
  /** The open cell or caption. */
  let cell: { text: string; isRowHead: boolean } | null = null
  /** @param of number of the list of an item; 0 = no item */
  const open = (prefix: string, of = 0) => {
    blocks.push({ prefix, text: '', list: of })
    isOpen = true
  }
  const add = (text: string) => {
    if (code !== null) return
    if (cell) {
      cell.text += text.replaceAll('|', '\\|')
      return
    }
    if (!isOpen) open('')
    blocks.at(-1)!.text += text
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (code !== null) return
      if (name === 'pre' && depth === 0) {
        code = ''
        return
      }
      if (name === 'br') {
        // A row of a table is one line.
        add(cell ? ' ' : LINE_BREAK)
        return
      }
      if (name === 'table') depth++
      if (depth > 1 && PARTS_OF_TABLE.has(name)) {
        if (cell || isOpen) add(' ')
      } else if (name === 'table') {
        table = { caption: { text: '', isRowHead: false }, head: [], body: [] }
        isOpen = false
      } else if (table && (name === 'thead' || name === 'tbody')) isHead = name === 'thead'
      else if (table && name === 'tr') (isHead ? table.head : table.body).push([])
      else if (table && name === 'caption') cell = table.caption
      else if (table && (name === 'th' || name === 'td')) {
        const rows = isHead ? table.head : table.body
        if (rows.length === 0) rows.push([])
        cell = { text: '', isRowHead: name === 'th' && attributes.scope === 'row' }
        rows.at(-1)!.push(cell)
      } else if (cell && name in BLOCKS) add(' ')
      if (name === 'a') {
        add('[')
        href = attributes.href ?? ''
      }
      if (name === 'ul' || name === 'ol') {
        list = name
        lists++
      }
      const last = blocks.at(-1)
      // A paragraph in a quotation or an item is the quotation or the item.
      if (name === 'p' && isOpen && last?.text === '') return
      if (name in BLOCKS && !cell) open(name === 'li' && list === 'ol' ? '1. ' : BLOCKS[name]!, name === 'li' ? lists : 0)
      if (name in MARKS) add(MARKS[name]!)
    },
    ontext(text) {
      if (code !== null) code += text
      const kept = text.replace(/\s+/g, ' ')
      if (kept !== ' ' || cell || (isOpen && blocks.at(-1)!.text !== ''))
        add(kept.replace(href === null ? /[\\*]|\](?=\()/g : /[\\*[\]]/g, '\\$&'))
    },
    onclosetag(name) {
      if (code !== null) {
        if (name !== 'pre') return
        if (code.trim() !== '') blocks.push({ prefix: '', text: fenced(code), list: 0, isPlain: true })
        code = null
        isOpen = false
        return
      }
      if (name in MARKS) add(MARKS[name]!)
      if (name === 'a' && href !== null) {
        add(`](${ADDRESS.test(href) ? href : href.replaceAll('(', '%28').replaceAll(')', '%29')})`)
        href = null
      }
      if (cell && (name in BLOCKS || name === 'table')) add(' ')
      else if (name in BLOCKS) isOpen = false
      if (depth <= 1 && CELLS.has(name)) cell = null
      if (name === 'table' && --depth === 0 && table) {
        cell = null
        // Text in the table outside its cells has opened a block.
        isOpen = false
        blocks.push({ prefix: '', text: tableText(table), list: 0, isPlain: true })
        table = null
        isHead = false
      }
    },
  })
  parser.end(cleanArticle(html))
  return joined(blocks)
}

/** Puts an empty line between blocks, but not between the items of a list. */
function joined(blocks: readonly TextBlock[]): string {
  const written = blocks
    .map(({ prefix, text, list, isPlain }) => ({
      text: prefix + (isPlain ? text.trim() : prefix ? withBreaks(text) : escapedStart(withBreaks(text))),
      list,
    }))
    .filter(({ text }) => text !== '')
  return written.reduce((all, { text, list }, index) => {
    if (index === 0) return text
    return all + (list > 0 && written[index - 1]!.list === list ? '\n' : '\n\n') + text
  }, '')
}

const LINE_BREAK = '\\\n'
/** Drops line breaks at the end of a block, and keeps what follows a line break from starting code. */
function withBreaks(text: string): string {
  let kept = text.replace(/\n +/g, '\n').replace(/\n(?=```)/g, '\n\\')
  while (kept.endsWith(LINE_BREAK)) kept = kept.slice(0, -LINE_BREAK.length)
  return kept.trim()
}
const FENCE = '```'
/** Text between fences, line by line. A line that is itself a fence gets a space after it. */
const fenced = (code: string) =>
  [
    FENCE,
    ...code
      .replace(/^\n+/, '')
      .trimEnd()
      .split('\n')
      .map((line) => (line === FENCE ? `${line} ` : line)),
    FENCE,
  ].join('\n')

/** "- ja" as a paragraph is not an item of a list. */
function escapedStart(text: string): string {
  return text.replace(/^(?=(#{2,3}|>|-) |\||```)/, '\\').replace(/^(\d+)\. /, '$1\\. ')
}

/** Returns the sanitised HTML of an edited text. */
export function htmlOfText(text: string): string {
  // Every second part is the text between two fences.
  const parts = text.replace(/\r\n?/g, '\n').split(/^```\n([\s\S]*?)\n```$/m)
  const html = parts.map((part, index) =>
    index % 2 === 1
      ? `<pre>${escapeHtml(part)}</pre>`
      : part
          .split(/\n{2,}/)
          .map((block) => block.trim())
          .filter((block) => block !== '')
          .map(htmlOfBlock)
          .join(''),
  )
  return cleanArticle(html.join(''))
}

/** A line feed that no backslash turns into a line break. */
const BETWEEN_LINES = /(?<!(?:^|[^\\])(?:\\\\)*\\)\n/

function htmlOfBlock(block: string): string {
  const lines = block
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .split(BETWEEN_LINES)
  if (isTableText(lines)) return tableHtmlOf(lines, inline)
  for (const [tag, start] of [
    ['ul', /^- /],
    ['ol', /^\d+\. /],
  ] as const)
    if (lines.every((line) => start.test(line)))
      return `<${tag}>${lines.map((line) => `<li>${inline(line.replace(start, ''))}</li>`).join('')}</${tag}>`
  const whole = lines.join(' ')
  for (const tag of ['h3', 'h2', 'blockquote']) {
    const prefix = BLOCKS[tag]!
    if (whole.startsWith(prefix)) return `<${tag}>${inline(whole.slice(prefix.length))}</${tag}>`
  }
  return `<p>${inline(whole)}</p>`
}

/** Escaped signs become references, which no mark contains. */
function inline(text: string): string {
  const written = (sign: string) => (sign === '\n' ? '<br>' : sign.length > 1 ? sign : `&#${sign.charCodeAt(0)};`)
  return (
    escapeHtml(text)
      .replace(/\\([\\*#.[\]|=`\n-]|&gt;)/g, (_, sign: string) => written(sign))
      .replace(LINK, (_, words: string, href: string) => `<a href="${href.replaceAll('*', '&#42;')}">${words}</a>`)
      // The text between must not contain the mark; otherwise each mark without an end would cause a search of the whole text.
      .replace(/\*\*(?=\S)((?:(?!\*\*).)+)(?<=\S)\*\*/g, '<strong>$1</strong>')
      .replace(/\*(?=\S)([^*]+)(?<=\S)\*/g, '<em>$1</em>')
  )
}
