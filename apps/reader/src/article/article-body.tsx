import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { ARTICLE_TAGS } from './article-tags.ts'
import styles from './text-frame.module.css'

const allowed = new Set<string>(ARTICLE_TAGS)
/** Elements whose text is not content. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript', 'head', 'title'])

/** Renders the HTML of an article with allowed elements only. Its headings are ranked below the headline. */
export function ArticleBody({ html }: { html: string }) {
  return useMemo(() => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    return <>{[...parsed.body.childNodes].map(shown)}</>
  }, [html])
}

function shown(node: ChildNode, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (silent.has(tag)) return null
  const children = [...node.childNodes].map(shown)
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  if (/^h[1-6]$/.test(tag)) return createElement(`h${Math.min(6, Math.max(3, Number(tag[1]) + 1))}`, { key }, ...children)
  if (!allowed.has(tag)) return createElement(Fragment, { key }, ...children)
  // A paragraph set entirely in italics is a picture caption.
  const caption = tag === 'p' && node.childNodes.length === 1 && node.firstElementChild?.localName === 'em'
  if (caption) return createElement('p', { key, className: styles.caption }, ...children)
  const href = tag === 'a' ? safeLink(node.getAttribute('href')) : null
  return createElement(tag, { key, ...(href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}) }, ...children)
}

const safeLink = (href: string | null) => (href && /^(https?:\/\/|mailto:)/i.test(href.trim()) ? href.trim() : null)
