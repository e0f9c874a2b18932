import { useEffect, useLayoutEffect, useRef } from 'react'
import styles from './page.module.css'
import { type Lines, placedWords } from './page-text.ts'

/** Font size at which words are measured; only proportions matter. */
const MEASURED_PIXELS = 100
let measuring: CanvasRenderingContext2D | null = null

/** Transparent words over those of the image, for selecting and copying. Hidden from screen readers, which get paragraphs. */
export function TextLayer({ lines, proportions, language }: { lines: Lines; proportions: number; language: string }) {
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const words = placedWords(lines)
    const fragment = document.createDocumentFragment()
    for (const word of words) {
      const span = document.createElement('span')
      span.className = styles.word ?? ''
      span.textContent = word.text
      span.style.left = `${word.x * 100}%`
      span.style.top = `${word.y * 100}%`
      span.style.fontSize = `${word.height * 100}cqh`
      const natural = (widthOf(word.text) / MEASURED_PIXELS) * word.height
      // Heights are fractions of the page's height, widths of its width.
      if (natural > 0) span.style.transform = `scaleX(${(word.width * proportions) / natural})`
      fragment.append(span)
      if (word.endsLine) fragment.append(document.createElement('br'))
    }
    layer.current?.replaceChildren(fragment)
  }, [lines, proportions])
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const selection = getSelection()
      if (!selection || selection.isCollapsed || !layer.current?.contains(selection.anchorNode)) return
      event.clipboardData?.setData('text/plain', copied(selection.toString()))
      event.preventDefault()
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])
  return <div ref={layer} className={styles.words} lang={language} aria-hidden="true" data-look-up="" />
}

/** Joins hyphenated words in copied text. */
const copied = (text: string) => text.replace(/(\p{L})[-\u00ad]\n(?=\p{Ll})/gu, '$1').replace(/\u00ad/g, '')

function widthOf(text: string): number {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return 0
  measuring.font = `${MEASURED_PIXELS}px Arial, Helvetica, sans-serif`
  return measuring.measureText(text).width
}
