import { createElement, Fragment, type ReactNode } from 'react'
import { ArticleFigure } from './article-figure.tsx'
import { type ArticleParts, isCaption } from './article-parts.ts'
import { ARTICLE_TAGS } from './article-tags.ts'
import styles from './text-frame.module.css'

const allowed = new Set<string>(ARTICLE_TAGS)
/** Elements whose text is not content. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript', 'head', 'title'])

/** Renders the text of an article with allowed elements only, and its pictures. Its headings are ranked below the headline. */
export function ArticleBody({ id, parts }: { id: string; parts: ArticleParts['parts'] }) {
  return parts.map((part, key) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of an article never change places
    part instanceof Node ? shown(part, key) : <ArticleFigure key={key} articleId={id} picture={part} />,
  )
}

/** Renders what is inside an element. */
export const shownInside = (node: ChildNode): ReactNode => [...node.childNodes].map(shown)

function shown(node: ChildNode, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (silent.has(tag)) return null
  const children = [...node.childNodes].map(shown)
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  if (/^h[1-6]$/.test(tag)) return createElement(`h${Math.min(6, Math.max(3, Number(tag[1]) + 1))}`, { key }, ...children)
  if (!allowed.has(tag)) return createElement(Fragment, { key }, ...children)
  if (isCaption(node)) return createElement('p', { key, className: styles.caption }, ...children)
  const href = tag === 'a' ? safeLink(node.getAttribute('href')) : null
  return createElement(tag, { key, ...(href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}) }, ...children)
}

const safeLink = (href: string | null) => (href && /^(https?:\/\/|mailto:)/i.test(href.trim()) ? href.trim() : null)
