import { linkedPage, safeLink } from '@kiosk/domain/reading/article-links'
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
  /** Escaped text with `em`, `strong`, and `a` for links to the web and to addresses. */
  inline: string
  /** The same as plain text. */
  text: string
}

const TAGS: Record<string, ArticleBlock['tag']> = { p: 'p', h2: 'h2', h3: 'h3', li: 'li', blockquote: 'p' }
const MARKS = new Set(['em', 'strong', 'a'])

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
  let href = ''
  const opened = (mark: string) => (mark === 'a' ? `<a href="${xml(href)}">` : `<${mark}>`)
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
      inline: marks.map(opened).join(''),
      text: '',
      words: false,
    }
    blocks.push(current)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (name === 'ul' || name === 'ol') {
        end()
        lists.push({ number: ++listCount, isOrdered: name === 'ol' })
      }
      const tag = TAGS[name]
      // A paragraph in an item or a quotation that has no text yet is this item or quotation.
      if (tag && !(name === 'p' && current && !current.words)) begin(tag)
      // A page of the issue is in another file, or not in the EPUB.
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
      const kept = text.replace(/\s+/g, ' ')
      if (!current && kept.trim() === '') return
      if (!current) begin('p')
      current!.inline += xml(kept)
      current!.text += kept
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
        if (current) current.inline += marks.slice(kept.length).map(opened).join('')
      }
      if (name in TAGS) end()
      if (name === 'ul' || name === 'ol') lists.pop()
    },
  })
  parser.end(html)
  end()
  return blocks
    .filter(({ words }) => words)
    .map(({ words, ...block }) => ({
      ...block,
      inline: block.inline.replace(/<(em|strong|a)(?: href="[^"]*")?>(\s*)<\/\1>/g, '$2').trim(),
    }))
}
