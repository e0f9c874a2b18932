import { Parser } from 'htmlparser2'
import { xml } from './xml.ts'

/** A block of text as XHTML without its element: headings, paragraphs, items of a list. */
export type ArticleBlock = {
  tag: 'p' | 'h2' | 'h3' | 'li'
  /** Counts the lists of an article; 0: no item of a list. */
  list: number
  isOrdered: boolean
  /** In a quotation. */
  isQuoted: boolean
  /** Escaped text with `em` and `strong`. */
  inline: string
}

const TAGS: Record<string, ArticleBlock['tag']> = { p: 'p', h2: 'h2', h3: 'h3', li: 'li', blockquote: 'p' }
const MARKS = new Set(['em', 'strong'])

/**
 * Returns the sanitised HTML of an article as a list of blocks. Whatever is nested in it, the blocks are not, so that they can be
 * written as valid XHTML.
 */
export function articleBlocks(html: string): ArticleBlock[] {
  const blocks: (ArticleBlock & { words: boolean })[] = []
  const open: string[] = []
  const lists: { number: number; isOrdered: boolean }[] = []
  let marks: string[] = []
  let listCount = 0
  let current: (typeof blocks)[number] | null = null
  const end = () => {
    if (current)
      current.inline += [...marks]
        .reverse()
        .map((mark) => `</${mark}>`)
        .join('')
    current = null
  }
  const begin = (tag: ArticleBlock['tag']) => {
    end()
    const list = tag === 'li' ? lists.at(-1) : undefined
    current = {
      tag: tag === 'li' && !list ? 'p' : tag,
      list: list?.number ?? 0,
      isOrdered: list?.isOrdered ?? false,
      isQuoted: open.includes('blockquote'),
      inline: marks.map((mark) => `<${mark}>`).join(''),
      words: false,
    }
    blocks.push(current)
  }
  const parser = new Parser({
    onopentag(name) {
      open.push(name)
      if (name === 'ul' || name === 'ol') {
        end()
        lists.push({ number: ++listCount, isOrdered: name === 'ol' })
      }
      const tag = TAGS[name]
      // A paragraph in an item or a quotation that has no text yet is this item or quotation.
      if (tag && !(name === 'p' && current && !current.words)) begin(tag)
      if (MARKS.has(name) && !marks.includes(name)) {
        if (!current) begin('p')
        marks = [...marks, name]
        current!.inline += `<${name}>`
      }
    },
    ontext(text) {
      const kept = text.replace(/\s+/g, ' ')
      if (!current && kept.trim() === '') return
      if (!current) begin('p')
      current!.inline += xml(kept)
      current!.words ||= xml(kept).trim() !== ''
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
        if (current)
          current.inline += marks
            .slice(kept.length)
            .map((mark) => `<${mark}>`)
            .join('')
      }
      if (name in TAGS) end()
      if (name === 'ul' || name === 'ol') lists.pop()
    },
  })
  parser.end(html)
  end()
  return blocks
    .filter(({ words }) => words)
    .map(({ words, ...block }) => ({ ...block, inline: block.inline.replace(/<(em|strong)>(\s*)<\/\1>/g, '$2').trim() }))
}
