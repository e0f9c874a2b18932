import { linkedPage, safeLink } from '@kiosk/domain/reading/article-links'
import { withNoBreaks } from '@kiosk/domain/reading/no-breaks'
import { Parser } from 'htmlparser2'
import { columnsToFill } from '../table-text.ts'
import { xml } from './xml.ts'

/**
 * Escaped text with `em`, `strong`, `br`, and `a` for links to the web, to e-mail addresses and telephone numbers, and to notes
 * as in the article (see article-notes.ts); `text`: the same as plain text.
 */
export type Inline = { inline: string; text: string }
/** `row`: the cell is the heading of its row; `column`: of its column. */
export type TableCell = Inline & { heads: 'row' | 'column' | null }
/** All rows have the same number of cells, unless the table is very large. */
export type ArticleTable = { caption: Inline | null; head: TableCell[][]; body: TableCell[][] }
/** A block of text as XHTML without its element: headings, paragraphs, items of a list, tables, and text whose line breaks and spaces count. */
export type ArticleBlock = Inline & {
  tag: 'p' | 'h2' | 'h3' | 'li' | 'table' | 'pre'
  /** Number of the list in the article; 0: the block is not an item of a list. */
  list: number
  isOrdered: boolean
  /** The block is part of a quotation. */
  isQuoted: boolean
  table?: ArticleTable
  /** Number of the note, if this paragraph is one. */
  note?: number
}

type Tag = Exclude<ArticleBlock['tag'], 'table'>
const TAGS: Record<string, Tag> = { p: 'p', h2: 'h2', h3: 'h3', li: 'li', blockquote: 'p', pre: 'pre' }
const MARKS = new Set(['em', 'strong', 'a'])
const CELLS = new Set(['caption', 'th', 'td'])

type Open = Inline & { words: boolean }

/**
 * Returns the sanitised HTML of an article as a list of blocks. Whatever is nested in it, the blocks are flat, so that they can
 * be written as valid XHTML.
 */
export function articleBlocks(html: string): ArticleBlock[] {
  const blocks: (ArticleBlock & { words: boolean })[] = []
  const open: string[] = []
  const lists: { number: number; isOrdered: boolean }[] = []
  let marks: string[] = []
  let listCount = 0
  let href = ''
  let table: { caption: Open | null; head: (TableCell & Open)[][]; body: (TableCell & Open)[][] } | null = null
  const opened = (mark: string) => (mark === 'a' ? `<a href="${xml(href)}">` : `<${mark}>`)
  let current: Open | null = null
  const end = () => {
    if (current)
      current.inline += [...marks]
        .reverse()
        .map((mark) => `</${mark}>`)
        .join('')
    current = null
  }
  const fresh = (): Open => ({ inline: marks.map(opened).join(''), text: '', words: false })
  const place = () => ({ list: 0, isOrdered: false, isQuoted: open.includes('blockquote') })
  const begin = (tag: Tag) => {
    end()
    const list = tag === 'li' ? lists.at(-1) : undefined
    const block = { ...place(), ...fresh(), tag: tag === 'li' && !list ? ('p' as const) : tag }
    blocks.push(list ? { ...block, list: list.number, isOrdered: list.isOrdered } : block)
    current = blocks.at(-1)!
  }
  const beginTable = () => {
    end()
    table = { caption: null, head: [], body: [] }
    blocks.push({ ...place(), tag: 'table', table, inline: '', text: '', words: true })
  }
  const beginCell = (name: string, scope: string | undefined) => {
    end()
    if (name === 'caption') {
      table!.caption ??= fresh()
      current = table!.caption
      return
    }
    const rows = open.includes('thead') ? table!.head : table!.body
    if (rows.length === 0) rows.push([])
    const heads = name === 'td' ? null : scope === 'row' ? 'row' : 'column'
    rows.at(-1)!.push({ ...fresh(), heads })
    current = rows.at(-1)!.at(-1)!
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'br') {
        if (current) current.inline += LINE_BREAK
        return
      }
      open.push(name)
      if (name === 'table') {
        if (!table) beginTable()
        return
      }
      if (table && name === 'tr') {
        end()
        const rows = open.includes('thead') ? table.head : table.body
        rows.push([])
      }
      if (table && CELLS.has(name)) beginCell(name, attributes.scope)
      if (name === 'ul' || name === 'ol') {
        if (!table) end()
        lists.push({ number: ++listCount, isOrdered: name === 'ol' })
      }
      const tag = TAGS[name]
      // Elements nested in a cell become its text.
      if (tag && table && current) addText(' ')
      // A paragraph in an item or a quotation without text so far is that item or quotation.
      else if (tag && !(name === 'p' && current && !current.words)) begin(tag)
      // Links to pages of the issue are dropped: the page is in another file, or not in the EPUB.
      const address = name === 'a' ? safeLink(attributes.href ?? '') : null
      const isMark = name === 'a' ? address !== null && linkedPage(address) === null : MARKS.has(name)
      if (isMark && !marks.includes(name)) {
        href = address ?? href
        if (!current) begin('p')
        marks = [...marks, name]
        current!.inline += opened(name)
      }
    },
    ontext(text) {
      const kept = open.includes('pre') && !table ? text : text.replace(/\s+/g, ' ')
      if (!current && kept.trim() === '') return
      if (!current) begin('p')
      addText(kept)
    },
    onclosetag(name) {
      const at = open.lastIndexOf(name)
      if (at >= 0) open.splice(at, 1)
      if (MARKS.has(name) && marks.includes(name) && !open.includes(name)) {
        const kept = marks.slice(0, marks.indexOf(name))
        if (current)
          current.inline += marks
            .slice(kept.length)
            .reverse()
            .map((mark) => `</${mark}>`)
            .join('')
        marks = marks.filter((mark) => mark !== name)
        if (current) current.inline += marks.slice(kept.length).map(opened).join('')
      }
      if (table ? CELLS.has(name) : name in TAGS) end()
      if (name === 'table' && !open.includes('table')) {
        end()
        table = null
      }
      if (name === 'ul' || name === 'ol') lists.pop()
    },
  })
  function addText(kept: string): void {
    current!.inline += xml(open.includes('pre') ? kept : withNoBreaks(kept))
    current!.text += kept
    current!.words ||= xml(kept).trim() !== ''
  }
  parser.end(html)
  end()
  return blocks
    .filter(({ words }) => words)
    .flatMap(({ words, ...block }): ArticleBlock[] =>
      block.table ? tableBlocks(block, block.table) : [block.tag === 'pre' ? block : { ...block, ...tidy(block) }],
    )
}

const LINE_BREAK = '<br/>'

/** Adds a line feed after each break, and drops breaks at the beginning and at the end of a block. */
function tidy({ inline, text }: Inline): Inline {
  const lines = inline
    .replace(/<(em|strong|a)(?: href="[^"]*")?>(\s*)<\/\1>/g, '$2')
    .split(LINE_BREAK)
    .map((line) => line.trim())
  const from = lines.findIndex((line) => line !== '')
  const to = lines.findLastIndex((line) => line !== '')
  return { inline: lines.slice(Math.max(0, from), to + 1).join(`${LINE_BREAK}\n`), text }
}

/** Returns a table whose rows all have the same number of cells. The caption of a table without rows becomes a paragraph. */
function tableBlocks(block: ArticleBlock, { caption, head, body }: ArticleTable): ArticleBlock[] {
  const isSaid = ({ inline }: Inline) => inline !== ''
  const tidyRows = (rows: TableCell[][]) =>
    rows.map((row) => row.map((cell): TableCell => ({ ...tidy(cell), heads: cell.heads }))).filter((row) => row.some(isSaid))
  const [heads, rows] = [tidyRows(head), tidyRows(body)]
  const title = caption && tidy(caption)
  const said = title && isSaid(title) ? title : null
  const all = [...heads, ...rows]
  if (all.length === 0) return said ? [{ ...withoutTable(block), ...said, tag: 'p' }] : []
  const columns = columnsToFill(all)
  const padded = (row: TableCell[]): TableCell[] => [
    ...row,
    ...Array.from({ length: Math.max(0, columns - row.length) }, (): TableCell => ({ inline: '', text: '', heads: null })),
  ]
  const text = [said?.text ?? '', ...all.flat().map((cell) => cell.text)].join(' ')
  return [{ ...block, text, table: { caption: said, head: heads.map(padded), body: rows.map(padded) } }]
}

const withoutTable = ({ table: _, ...block }: ArticleBlock): ArticleBlock => block
