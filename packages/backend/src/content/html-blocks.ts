import { Parser } from 'htmlparser2'

/** One block of a text, as plain words. `marker`: "•", "2." before a list item. */
export type TextBlock =
  | { kind: 'heading' | 'subheading' | 'paragraph' | 'quote'; text: string }
  | { kind: 'item'; marker: string; text: string }

const KINDS: Record<string, TextBlock['kind']> = {
  h2: 'heading',
  h3: 'subheading',
  p: 'paragraph',
  address: 'paragraph',
  tr: 'paragraph',
  blockquote: 'quote',
  li: 'item',
}

/**
 * Converts sanitised HTML to blocks of plain text for print: a link is followed by its address; lines and table cells stay
 * separate.
 * @param origin of links within the site: "https://kiosk.example"
 */
export function blocksOf(html: string, origin: string): TextBlock[] {
  const blocks: TextBlock[] = []
  const lists: { ordered: boolean; count: number }[] = []
  let kind: TextBlock['kind'] = 'paragraph'
  let text = ''
  let link: { address: string; from: number } | null = null
  const end = () => {
    const words = text
      .split('\n')
      .map((line) => line.replace(/[^\S\u00a0]+/g, ' ').trim())
      .filter(Boolean)
      .join('\n')
    text = ''
    if (words === '') return
    const list = lists.at(-1)
    if (kind === 'item') blocks.push({ kind, marker: list?.ordered ? `${++list.count}.` : '•', text: words })
    else blocks.push({ kind, text: words })
  }
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (name === 'ul' || name === 'ol') {
        end()
        lists.push({ ordered: name === 'ol', count: 0 })
      } else if (name === 'p' && kind === 'item' && text.trim() === '') {
        // The first paragraph of an item is the item itself.
      } else if (KINDS[name]) {
        end()
        kind = KINDS[name]
      } else if (name === 'br') text += '\n'
      else if (name === 'a') link = { address: printableAddress(href, origin), from: text.length }
      else if ((name === 'td' || name === 'th') && text.trim() !== '') text += ' · '
    },
    // Line breaks in the source are spaces.
    ontext(words) {
      text += words.replaceAll('\n', ' ')
    },
    onclosetag(name) {
      if (name === 'a' && link) {
        const { address, from } = link
        if (address !== '' && address !== text.slice(from).trim()) text += ` (${address})`
        link = null
      }
      if (KINDS[name]) end()
      if (name === 'ul' || name === 'ol') lists.pop()
      if (name === 'blockquote' || name === 'li') kind = lists.length > 0 ? 'item' : 'paragraph'
      else if (KINDS[name]) kind = 'paragraph'
    },
  })
  parser.end(html)
  end()
  return blocks
}

/** Returns the printed form of a link's address; '' for an anchor on the same page. */
function printableAddress(href: string, origin: string): string {
  if (href.startsWith('#')) return ''
  if (href.startsWith('/')) return origin + href
  return href.replace(/^(mailto|tel):/, '')
}
