import { escapeXml } from '@kiosk/domain/escape-xml'
import { withNoBreaks } from '@kiosk/domain/reading/no-breaks'

/**
 * Escaped text with `em`, `strong`, `br`, and `a` for links to the web, to e-mail addresses and telephone numbers, and to notes
 * as in the article (see article-notes.ts); `text`: the same as plain text.
 */
export type Inline = { inline: string; text: string }
/** A block or cell that is being written; `words`: it has more than spaces. */
export type Written = Inline & { words: boolean }
type Mark = 'em' | 'strong' | 'a'
export const isMark = (name: string): name is Mark => name === 'em' || name === 'strong' || name === 'a'

const LINE_BREAK = '<br/>'

/** Creates a writer of text with marks. A mark that is open when one block or cell ends goes on in the next. */
export function inlineWriter() {
  let target: Written | null = null
  let marks: Mark[] = []
  let href = ''
  const opened = (marks: readonly Mark[]) =>
    marks.map((mark) => (mark === 'a' ? `<a href="${escapeXml(href)}">` : `<${mark}>`)).join('')
  const closed = (marks: readonly Mark[]) =>
    marks
      .map((mark) => `</${mark}>`)
      .reverse()
      .join('')
  function end(): void {
    if (target) target.inline += closed(marks)
    target = null
  }
  return {
    /** The block or cell that is being written; null between two. */
    target: () => target,
    begin(next: Written): void {
      end()
      target = next
      target.inline += opened(marks)
    },
    end,
    /** Writes text; `isPreformatted`: exactly as it is. */
    text(text: string, isPreformatted: boolean): void {
      if (!target) return
      target.inline += escapeXml(isPreformatted ? text : withNoBreaks(text))
      target.text += text
      target.words ||= escapeXml(text).trim() !== ''
    },
    lineBreak(): void {
      if (target) target.inline += LINE_BREAK
    },
    isOpen: (mark: Mark) => marks.includes(mark),
    /** Opens a mark that is not open. `address`: of a link. */
    openMark(mark: Mark, address: string | null): void {
      href = address ?? href
      marks = [...marks, mark]
      if (target) target.inline += opened([mark])
    },
    /** Closes a mark; those that were opened within it go on. */
    closeMark(mark: Mark): void {
      const at = marks.indexOf(mark)
      if (at < 0) return
      const within = marks.slice(at + 1)
      if (target) target.inline += closed([mark, ...within]) + opened(within)
      marks = [...marks.slice(0, at), ...within]
    },
  }
}

/** Adds a line feed after each break, and drops breaks at the beginning and at the end of a block. */
export function tidy({ inline, text }: Inline): Inline {
  const lines = inline
    .replace(/<(em|strong|a)(?: href="[^"]*")?>(\s*)<\/\1>/g, '$2')
    .split(LINE_BREAK)
    .map((line) => line.trim())
  const from = lines.findIndex((line) => line !== '')
  const to = lines.findLastIndex((line) => line !== '')
  return { inline: lines.slice(Math.max(0, from), to + 1).join(`${LINE_BREAK}\n`), text }
}
