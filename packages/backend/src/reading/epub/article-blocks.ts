import { linkedPage, safeLink } from '@kiosk/domain/reading/article-links'
import { Parser } from 'htmlparser2'
import { columnsToFill } from '../table-text.ts'
import { type Inline, inlineWriter, isMark, tidy, type Written } from './inline-writer.ts'

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
const CELLS = new Set(['caption', 'th', 'td'])

type WrittenTable = { caption: Written | null; head: (TableCell & Written)[][]; body: (TableCell & Written)[][] }

/**
 * Returns the sanitised HTML of an article as a list of blocks. Whatever is nested in it, the blocks are flat, so that they can
 * be written as valid XHTML.
 */
export function articleBlocks(html: string): ArticleBlock[] {
  const blocks: (ArticleBlock & Written)[] = []
  const open: string[] = []
  const lists: { number: number; isOrdered: boolean }[] = []
  let listCount = 0
  let table: WrittenTable | null = null
  const writer = inlineWriter()

  const emptyBlock = () => ({
    list: 0,
    isOrdered: false,
    isQuoted: open.includes('blockquote'),
    inline: '',
    text: '',
    words: false,
  })
  const beginBlock = (tag: Tag) => {
    const list = tag === 'li' ? lists.at(-1) : undefined
    const block: ArticleBlock & Written = { ...emptyBlock(), tag: tag === 'li' && !list ? 'p' : tag }
    blocks.push(list ? { ...block, list: list.number, isOrdered: list.isOrdered } : block)
    writer.begin(blocks.at(-1)!)
  }
  const beginTable = () => {
    writer.end()
    table = { caption: null, head: [], body: [] }
    blocks.push({ ...emptyBlock(), tag: 'table', table, words: true })
  }
  const rowsOf = ({ head, body }: WrittenTable) => (open.includes('thead') ? head : body)

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'br') return writer.lineBreak()
      open.push(name)
      if (name === 'table') {
        if (!table) beginTable()
        return
      }
      if (table && name === 'tr') {
        writer.end()
        rowsOf(table).push([])
      }
      if (table && CELLS.has(name)) writer.begin(addCell(table, rowsOf(table), name, attributes.scope))
      if (name === 'ul' || name === 'ol') {
        if (!table) writer.end()
        lists.push({ number: ++listCount, isOrdered: name === 'ol' })
      }
      const tag = TAGS[name]
      const target = writer.target()
      // Elements nested in a cell become its text.
      if (tag && table && target) writer.text(' ', open.includes('pre'))
      // A paragraph in an item or a quotation without text so far is that item or quotation.
      else if (tag && !(name === 'p' && target && !target.words)) beginBlock(tag)
      const address = name === 'a' ? addressOutside(attributes.href) : null
      if (isMark(name) && !(name === 'a' && address === null) && !writer.isOpen(name)) {
        if (!writer.target()) beginBlock('p')
        writer.openMark(name, address)
      }
    },
    ontext(text) {
      const isPreformatted = open.includes('pre')
      const kept = isPreformatted && !table ? text : text.replace(/\s+/g, ' ')
      if (!writer.target() && kept.trim() === '') return
      if (!writer.target()) beginBlock('p')
      writer.text(kept, isPreformatted)
    },
    onclosetag(name) {
      const at = open.lastIndexOf(name)
      if (at >= 0) open.splice(at, 1)
      if (isMark(name) && !open.includes(name)) writer.closeMark(name)
      if (table ? CELLS.has(name) : name in TAGS) writer.end()
      if (name === 'table' && !open.includes('table')) {
        writer.end()
        table = null
      }
      if (name === 'ul' || name === 'ol') lists.pop()
    },
  })
  parser.end(html)
  writer.end()
  return blocks
    .filter(({ words }) => words)
    .flatMap(({ words, ...block }): ArticleBlock[] =>
      block.table ? tableBlocks(block, block.table) : [block.tag === 'pre' ? block : { ...block, ...tidy(block) }],
    )
}

/** Adds a cell to the last row, or the caption to the table. */
function addCell(table: WrittenTable, rows: (TableCell & Written)[][], name: string, scope: string | undefined): Written {
  if (name === 'caption') {
    table.caption ??= { inline: '', text: '', words: false }
    return table.caption
  }
  if (rows.length === 0) rows.push([])
  const heads = name === 'td' ? null : scope === 'row' ? 'row' : 'column'
  const cell: TableCell & Written = { inline: '', text: '', words: false, heads }
  rows.at(-1)!.push(cell)
  return cell
}

/** Returns the address of a link; null for a page of the issue, which is in another file or not in the EPUB. */
function addressOutside(href = ''): string | null {
  const address = safeLink(href)
  return address === null || linkedPage(address) !== null ? null : address
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
