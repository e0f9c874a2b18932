import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { ARTICLE_TAGS } from './article-tags.ts'
import styles from './text-frame.module.css'

const allowed = new Set<string>(ARTICLE_TAGS)
/** Elements whose words are not meant to be read. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript', 'head', 'title'])

/** The HTML of an article as elements of our choosing: nothing else of it reaches the page. Headings stand below the headline. */
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
  // What a publisher's text sets in italics as a whole is the caption of a picture.
  const caption = tag === 'p' && node.childNodes.length === 1 && node.firstElementChild?.localName === 'em'
  if (caption) return createElement('p', { key, className: styles.caption }, ...children)
  const href = tag === 'a' ? safeLink(node.getAttribute('href')) : null
  return createElement(tag, { key, ...(href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}) }, ...children)
}

const safeLink = (href: string | null) => (href && /^(https?:\/\/|mailto:)/i.test(href.trim()) ? href.trim() : null)
