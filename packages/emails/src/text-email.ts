import type { Block, Email, EmailLayout } from './email.ts'
import { LINE_CHARACTERS, textProse } from './text-prose.ts'

/** Renders an e-mail as plain text, in lines of at most `LINE_CHARACTERS` except URLs. */
export function emailText(email: Email, layout: EmailLayout): string {
  const colon = email.language === 'fr' ? '\u00a0:' : ':'
  const linked = (links: EmailLayout['links']) => links.map(({ label, address }) => `${label}${colon} ${address}`).join('\n')
  const footer = [wrapped(email.reason), linked(email.links), layout.company.join('\n'), linked(layout.links)]
  return `${[
    layout.siteName,
    `${email.title}\n${'='.repeat(Math.min(email.title.length, LINE_CHARACTERS))}`,
    ...email.blocks.map((block) => blockText(block, colon)),
    // Mail programs recognise this line as the beginning of a signature.
    ['-- ', ...footer.filter(Boolean).flatMap((part, place) => (place === 0 ? [part] : ['', part]))].join('\n'),
  ].join('\n\n')}\n`
}

function blockText(block: Block, colon: string): string {
  switch (block.kind) {
    case 'button':
      return `${block.label}${colon}\n${block.address}`
    case 'quote':
      return block.text
        .split(/\r\n?|\n/)
        .map((line) => wrapped(line, '> '))
        .join('\n')
    case 'details':
      return block.rows
        .filter(([, value]) => value)
        .map(([name, value]) => wrapped(`${name}${colon} ${value}`))
        .join('\n')
    case 'prose':
      return textProse(block.content, wrapped)
    case 'issue':
      return [block.title, block.detail, block.headline, block.linked ? block.address : '']
        .filter(Boolean)
        .map((line) => wrapped(line))
        .join('\n')
    default:
      return wrapped(block.text)
  }
}

function wrapped(text: string, before = ''): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!
    if (last && before.length + last.length + 1 + word.length > LINE_CHARACTERS) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines.map((line) => (before + line).trimEnd()).join('\n')
}
