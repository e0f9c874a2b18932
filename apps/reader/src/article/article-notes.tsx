import { linkedNote, linkedNotePlace } from '@kiosk/domain/reading/article-links'
import type { MouseEvent, ReactNode } from 'react'
import { opensElsewhere } from '../shell/opens-elsewhere.ts'
import { useReading } from '../shell/reader-context.ts'
import styles from './article-notes.module.css'

/** Notes of an article by number, and the first link that refers to each. */
export type Notes = { notes: ReadonlyMap<number, Element>; references: ReadonlyMap<number, Element> }

const isLink = (node: ChildNode | null): node is Element => node instanceof Element && node.localName === 'a'

/** Returns the number of the note if a paragraph is one: it begins with a link to the place where the text refers to it. */
export function noteOf(node: ChildNode): number | null {
  const first = node instanceof Element && node.localName === 'p' ? node.firstChild : null
  return isLink(first) ? linkedNotePlace(first.getAttribute('href') ?? '') : null
}

/** Returns the notes among the parts of an article. */
export function notesOf(nodes: readonly ChildNode[]): Notes {
  const notes = new Map<number, Element>()
  const references = new Map<number, Element>()
  for (const node of nodes) {
    const number = noteOf(node)
    if (number !== null && !notes.has(number)) notes.set(number, node as Element)
    if (number !== null || !(node instanceof Element)) continue
    for (const link of node.querySelectorAll('a')) {
      const referred = linkedNote(link.getAttribute('href') ?? '')
      if (referred !== null && !references.has(referred)) references.set(referred, link)
    }
  }
  return { notes, references }
}

const noteId = (number: number) => `note-${number}`
const placeId = (number: number) => `noteref-${number}`

/** Goes to a place of the article without adding to the reader's history. */
function goTo(event: MouseEvent, id: string): void {
  if (opensElsewhere(event)) return
  event.preventDefault()
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}

/** Returns the mark of a note as it is shown: raised digits become ordinary ones, which the text shows raised. */
const shownMark = (mark: string) => mark.normalize('NFKC')

/** The mark of a note in the text; without a link if there is no such note. */
export function NoteReference({ number, element, notes }: { number: number; element: Element; notes: Notes }) {
  const { t } = useReading()
  const mark = shownMark(element.textContent.trim())
  if (!notes.notes.has(number)) return element.textContent
  const isFirst = notes.references.get(number) === element
  return (
    <a
      className={styles.reference}
      {...(isFirst && { id: placeId(number) })}
      href={`#${noteId(number)}`}
      role="doc-noteref"
      lang={document.documentElement.lang}
      aria-label={t('READER.NOTE', { mark })}
      onClick={(event) => goTo(event, noteId(number))}
    >
      {shownMark(element.textContent)}
    </a>
  )
}

/** The notes at the end of an article, each with its mark, which leads back to the text. They are not read aloud. */
export function ArticleNotes({ notes, inside }: { notes: Notes; inside: (nodes: readonly ChildNode[]) => ReactNode }) {
  const { t } = useReading()
  if (notes.notes.size === 0) return null
  return (
    <section className={styles.notes} role="doc-endnotes" aria-labelledby="notes-of-article" data-silent="">
      <h3 id="notes-of-article" lang={document.documentElement.lang}>
        {t('READER.NOTES')}
      </h3>
      <ol>
        {[...notes.notes].map(([number, note]) => {
          const [link, ...rest] = note.childNodes
          const mark = shownMark(link!.textContent ?? '')
          return (
            <li key={number} id={noteId(number)} tabIndex={-1}>
              {notes.references.has(number) ? (
                <a
                  href={`#${placeId(number)}`}
                  role="doc-backlink"
                  lang={document.documentElement.lang}
                  aria-label={t('READER.NOTE_BACK', { mark })}
                  onClick={(event) => goTo(event, placeId(number))}
                >
                  {mark}
                </a>
              ) : (
                mark
              )}
              {inside(rest)}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
