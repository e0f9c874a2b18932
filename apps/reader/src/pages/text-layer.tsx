import { useEffect, useLayoutEffect, useRef } from 'react'
import styles from './page.module.css'
import { type Lines, type PlacedWord, placedWords } from './page-text.ts'

/** Font size at which words are measured; only proportions matter. */
const MEASURED_PIXELS = 100
/**
 * Words are laid out on a page of this height and scaled with it, so that the browser styles and lays out none of them again when
 * bars, thumbnails or windows change the size of the page. Large enough for fonts above a browser's minimum. Pixels.
 */
const LAYER_HEIGHT_PIXELS = 4_000
/** Words are added in parts, with a frame between them, so that no tap or key has to wait for a page of small print. */
const WORDS_AT_ONCE = 150
const PAUSE_MS = 16
let measuring: CanvasRenderingContext2D | null = null

type Options = {
  lines: Lines
  /** Width of the page for each pixel of its height. */
  proportions: number
  /** Height of the page in pixels. */
  height: number
  language: string
}

/** Transparent words over those of the image, for selecting and copying. Hidden from screen readers, which get paragraphs. */
export function TextLayer({ lines, proportions, height, language }: Options) {
  const layer = useRef<HTMLDivElement>(null)
  const width = LAYER_HEIGHT_PIXELS * proportions
  useLayoutEffect(() => {
    const element = layer.current
    if (!element) return
    element.replaceChildren()
    const words = placedWords(lines)
    let timer: ReturnType<typeof setTimeout> | undefined
    const add = (from: number) => {
      const to = from + WORDS_AT_ONCE
      element.append(...words.slice(from, to).flatMap((word) => nodesOf(word, width)))
      if (to < words.length) timer = setTimeout(() => add(to), PAUSE_MS)
    }
    add(0)
    return () => clearTimeout(timer)
  }, [lines, width])
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
  const size = { width, height: LAYER_HEIGHT_PIXELS, transform: `scale(${height / LAYER_HEIGHT_PIXELS})` }
  return <div ref={layer} className={styles.words} style={size} lang={language} aria-hidden="true" data-look-up="" />
}

function nodesOf(word: PlacedWord, layerWidth: number): Node[] {
  const span = document.createElement('span')
  const size = word.height * LAYER_HEIGHT_PIXELS
  span.className = styles.word ?? ''
  span.textContent = word.text
  span.style.left = `${word.x * layerWidth}px`
  span.style.top = `${word.y * LAYER_HEIGHT_PIXELS}px`
  span.style.fontSize = `${size}px`
  // Letter spacing costs far less than transforming each word, which is then painted separately.
  const missing = word.width * layerWidth - widthOf(word.text) * (size / MEASURED_PIXELS)
  span.style.letterSpacing = `${missing / [...word.text].length}px`
  return word.endsLine ? [span, document.createElement('br')] : [span]
}

/** Joins hyphenated words in copied text. */
const copied = (text: string) => text.replace(/(\p{L})[-\u00ad]\n(?=\p{Ll})/gu, '$1').replace(/\u00ad/g, '')

function widthOf(text: string): number {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return 0
  measuring.font = `${MEASURED_PIXELS}px Arial, Helvetica, sans-serif`
  return measuring.measureText(text).width
}
