import { readerAddress } from '@kiosk/domain/addresses'
import { linkedNote, linkedNotePlace, linkedPage, safeLink } from '@kiosk/domain/reading/article-links'
import { withNoBreaks } from '@kiosk/domain/reading/no-breaks'
import { createElement, Fragment, type ReactNode } from 'react'
import { opensElsewhere } from '../shell/opens-elsewhere.ts'
import { useReading } from '../shell/reader-context.ts'
import { ArticleFigure } from './article-figure.tsx'
import { ArticleNotes, NoteReference, type Notes } from './article-notes.tsx'
import type { ArticleParts } from './article-parts.ts'
import { ArticleTable } from './article-table.tsx'
import { ARTICLE_TAGS } from './article-tags.ts'
import { isCaption } from './text-blocks.ts'
import styles from './text-frame.module.css'

const allowed = new Set<string>(ARTICLE_TAGS)
/** Elements whose text is not content. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript', 'head', 'title'])

/** Opens a page of the issue. */
type OnPage = (page: number) => void

/** `language`: of the article. */
type Options = { id: string; language: string; parts: Pick<ArticleParts, 'parts' | 'notes'>; onPage: OnPage }
/** Where the links of a text lead. */
type Ways = { onPage: OnPage; notes: Notes }

/** Renders the text of an article with allowed elements only, its pictures and its notes. Its headings are ranked below the headline. */
export function ArticleBody({ id, language, parts: { parts, notes }, onPage }: Options) {
  const ways = { onPage, notes }
  return (
    <>
      {parts.map((part, key) =>
        part instanceof Node ? (
          shown(part, key, ways)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of an article never change places
          <ArticleFigure key={key} articleId={id} picture={part} language={language} />
        ),
      )}
      <ArticleNotes notes={notes} inside={(nodes) => shownAll(nodes, ways)} />
    </>
  )
}

/** Renders what is inside an element. */
export const shownInside = (node: ChildNode, ways: Ways): ReactNode => shownAll([...node.childNodes], ways)

const shownAll = (nodes: readonly ChildNode[], ways: Ways): ReactNode => nodes.map((node, key) => shown(node, key, ways))

function shown(node: ChildNode, key: number, ways: Ways): ReactNode {
  if (node.nodeType === Node.TEXT_NODE)
    return node.parentElement?.closest('pre') ? node.textContent : withNoBreaks(node.textContent ?? '')
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (silent.has(tag)) return null
  if (node instanceof HTMLTableElement) return <ArticleTable key={key} table={node} inside={(cell) => shownInside(cell, ways)} />
  const children = [...node.childNodes].map((child, at) => shown(child, at, ways))
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  if (/^h[1-6]$/.test(tag)) return createElement(`h${Math.min(6, Math.max(3, Number(tag[1]) + 1))}`, { key }, ...children)
  if (!allowed.has(tag)) return createElement(Fragment, { key }, ...children)
  if (isCaption(node)) return createElement('p', { key, className: styles.caption }, ...children)
  if (tag === 'a') {
    const href = node.getAttribute('href') ?? ''
    const note = linkedNote(href)
    if (note !== null) return <NoteReference key={key} number={note} element={node} notes={ways.notes} />
    return <ArticleLink key={key} href={href} onPage={ways.onPage} words={children} />
  }
  return createElement(tag, { key }, ...children)
}

/** A link to a page of the issue or out of the reader; the words alone if it leads elsewhere. */
function ArticleLink({ href, words, onPage }: { href: string; words: ReactNode[]; onPage: OnPage }) {
  const { contents } = useReading()
  const address = safeLink(href)
  const page = address && linkedPage(address)
  if (!address || linkedNotePlace(address) !== null || (page && page > contents.pages.length)) return words
  if (!page)
    return (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    )
  return (
    <a
      href={readerAddress('/reader', contents.uid, { page })}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onPage(page)
      }}
    >
      {words}
    </a>
  )
}
