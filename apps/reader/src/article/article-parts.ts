import type { Article, ArticlePicture } from '@kiosk/domain/reading/endpoints'
import { placePictures } from '@kiosk/domain/reading/place-pictures'
import { type Notes, noteOf, notesOf } from './article-notes.tsx'
import { isCaption } from './text-blocks.ts'

/** Each item of a list counts as a block. */
const itemsOf = (node: ChildNode): number => (node instanceof Element ? Math.max(1, node.querySelectorAll('li').length) : 1)

export type ArticleParts = {
  lead: ArticlePicture | null
  deck: ChildNode | null
  /** What follows, in order. */
  parts: (ChildNode | ArticlePicture)[]
  notes: Notes
  /** The text as it is read aloud: with deck, without the captions of pictures and without notes. */
  body: HTMLElement
}

/** Parses the HTML of an article and puts its pictures where they are. */
export function articleParts(article: Pick<Article, 'html' | 'deck' | 'pictures'>): ArticleParts {
  const { body } = new DOMParser().parseFromString(article.html, 'text/html')
  const all = [...body.childNodes].filter((node) => node.nodeType !== Node.TEXT_NODE || node.textContent?.trim())
  const notes = notesOf(all)
  const isShownBelow = (node: ChildNode) => notes.notes.get(noteOf(node) ?? 0) === node
  const nodes = all.filter((node) => !isShownBelow(node))
  for (const note of notes.notes.values()) note.remove()
  const blocks = nodes.map((node) => ({ text: node.textContent ?? '', isCaption: isCaption(node), items: itemsOf(node) }))
  const { lead, deck, before, captions } = placePictures(blocks, article)
  const parts = [...nodes, null].flatMap((node, at) => {
    const isShown = node !== null && at !== deck && !captions.has(at)
    return [...(before.get(at) ?? []), ...(isShown ? [node] : [])]
  })
  for (const at of captions) nodes[at]!.remove()
  const first = deck === null ? null : nodes[deck]!
  if (first) body.prepend(first)
  return { lead, deck: first, parts, notes, body }
}
