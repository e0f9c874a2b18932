import type { Inline, Prose } from './prose.ts'

export const LINE_CHARACTERS = 74

/** Wraps a paragraph; `before` begins each of its lines. */
type Wrap = (text: string, before?: string) => string

/** Renders structured text as plain text; the address of a link follows its words. */
export function textProse(content: readonly Prose[], wrap: Wrap): string {
  return content.map((part) => blockText(part, wrap)).join('\n\n')
}

function blockText(part: Prose, wrap: Wrap): string {
  switch (part.kind) {
    case 'heading': {
      const words = inlineText(part.content)
      return `${wrap(words)}\n${'-'.repeat(Math.min(words.length, LINE_CHARACTERS))}`
    }
    case 'paragraph':
      return lines(inlineText(part.content), wrap)
    case 'list':
      return part.items
        .map((item, place) => itemText(item, part.first === null ? '- ' : `${part.first + place}. `, wrap))
        .join('\n')
    case 'quote':
      return textProse(part.content, wrap)
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'rule':
      return '* * *'
  }
}

function itemText(item: readonly Prose[], mark: string, wrap: Wrap): string {
  const indent = ' '.repeat(mark.length)
  const text = item.map((part) => blockText(part, (words, before = '') => wrap(words, before + indent).slice(indent.length)))
  return mark + text.join('\n').replace(/\n(?! )/g, `\n${indent}`)
}

const lines = (text: string, wrap: Wrap) =>
  text
    .split('\n')
    .map((line) => wrap(line))
    .join('\n')

function inlineText(content: readonly Inline[]): string {
  return content.map(inlineWords).join('')
}

function inlineWords(part: Inline): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'strong':
    case 'emphasis':
      return inlineText(part.content)
    case 'link': {
      const words = inlineText(part.content)
      const address = part.address.replace(/^mailto:/, '')
      return words === address ? words : `${words} (${address})`
    }
    case 'break':
      return '\n'
  }
}
