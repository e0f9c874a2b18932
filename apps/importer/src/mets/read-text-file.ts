import { composed } from '@kiosk/domain/composed'
import { PAGE_BLOCKS, PAGE_TEXT, PAGE_WORDS } from '../limits.ts'
import type { Line, Word } from '../text/line.ts'
import { linesAsPrinted } from './lines-as-printed.ts'
import { type Element, readXml } from './read-xml.ts'

/** A page of an ALTO or PAGE file: blocks by id, in the order of the file; boxes are fractions of the page. */
export type TextPage = { blocks: Map<string, TextBlock> }
type TextBlock = { lines: Line[]; box: { x: number; y: number; width: number; height: number } }

/**
 * Reads one page of OCR text (ALTO or PAGE). Omits words beyond PAGE_WORDS and PAGE_TEXT, and blocks beyond PAGE_BLOCKS.
 * @throws Error with a message of one line
 */
export async function readTextFile(path: string): Promise<TextPage> {
  const blocks = new Map<string, TextBlock>()
  let size = { width: 0, height: 0 }
  let block: TextBlock | null = null
  let line: Line = { words: [], joins: false }
  // PAGE: boxes and texts of the open region, line and word, the innermost last.
  const points: { name: string; box: [number, number, number, number] | null; text: string; words: number }[] = []
  let inText = false
  let kept = 0
  let characters = 0
  const keep = (word: Word) => {
    characters += word[0].length
    if (kept++ < PAGE_WORDS && characters <= PAGE_TEXT.kept) line.words.push(word)
  }

  function openBlock(id: string | undefined, box: TextBlock['box']): void {
    block = blocks.size < PAGE_BLOCKS ? { lines: [], box } : null
    if (block) blocks.set(id ?? `block-${blocks.size}`, block)
  }

  const fraction = (value: number, whole: number) => Math.round(Math.min(1, Math.max(0, value / whole)) * 10_000) / 10_000
  const place = (x: number, y: number, width: number, height: number): [number, number, number, number] => [
    fraction(x, size.width),
    fraction(y, size.height),
    fraction(width, size.width),
    fraction(height, size.height),
  ]
  const number = ({ attributes }: Element, name: string) => {
    const value = Number(attributes[name])
    return Number.isFinite(value) ? value : 0
  }
  const boxOf = (element: Element) => {
    const [x, y, width, height] = place(
      number(element, 'HPOS'),
      number(element, 'VPOS'),
      number(element, 'WIDTH'),
      number(element, 'HEIGHT'),
    )
    return { x, y, width, height }
  }

  function openAltoElement(element: Element): void {
    const { name, attributes } = element
    if (name === 'TextBlock') openBlock(attributes.ID, boxOf(element))
    else if (name === 'TextLine') line = { words: [], joins: false }
    else if (name === 'String' && attributes.CONTENT?.trim()) {
      const { x, y, width, height } = boxOf(element)
      keep([composed(attributes.CONTENT.trim()), x, y, width, height])
    } else if (name === 'HYP') {
      const last = line.words.at(-1)
      if (last && !/[-‐¬]$/.test(last[0])) last[0] += '-'
      line.joins = true
    }
  }

  function closePageXmlElement(name: string): void {
    const ended = points.pop()
    if (!ended || !block) return
    const outer = points.at(-1)
    if (ended.name === 'Word' && ended.box && ended.text.trim()) {
      keep([composed(ended.text.trim()), ...ended.box])
      if (outer) outer.words++
    }
    if (name === 'TextLine') {
      // Lines without separate words: their text is distributed over the line.
      if (ended.words === 0 && ended.box) for (const word of sharedOut(ended.text, ended.box)) keep(word)
      if (line.words.length) block.lines.push(line)
      line = { words: [], joins: false }
    }
    if (name === 'TextRegion') {
      const [x, y, width, height] = ended.box ?? [0, 0, 0, 0]
      block.box = { x, y, width, height }
      block = null
    }
  }

  await readXml(path, {
    opens(element) {
      const { name, attributes } = element
      if (name === 'Page')
        size = {
          width: number(element, 'WIDTH') || Number(attributes.imageWidth) || 1,
          height: number(element, 'HEIGHT') || Number(attributes.imageHeight) || 1,
        }
      openAltoElement(element)
      if (name === 'TextRegion') openBlock(attributes.id, { x: 0, y: 0, width: 0, height: 0 })
      if (name === 'TextRegion' || name === 'Word' || (name === 'TextLine' && points.length)) {
        if (name === 'TextLine') line = { words: [], joins: false }
        points.push({ name, box: null, text: '', words: 0 })
      }
      const open = points.at(-1)
      if (name === 'Coords' && open && attributes.points) open.box = boxOfPoints(attributes.points, place)
      if (name === 'Unicode') inText = true
    },
    text(text) {
      const open = points.at(-1)
      if (inText && open) open.text += text.slice(0, PAGE_TEXT.kept - open.text.length)
    },
    closes(name) {
      if (name === 'Unicode') inText = false
      if (points.at(-1)?.name === name) return closePageXmlElement(name)
      if (name === 'TextLine' && block && line.words.length) {
        block.lines.push(line)
        line = { words: [], joins: false }
      }
      if (name === 'TextBlock') block = null
    },
  })
  for (const each of blocks.values()) each.lines = linesAsPrinted(each.lines)
  return { blocks }
}

function boxOfPoints(
  points: string,
  place: (x: number, y: number, width: number, height: number) => [number, number, number, number],
) {
  const pairs = points
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(',').map(Number))
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [x = 0, y = 0] of pairs) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  const box = place(left, top, right - left, bottom - top)
  return box.every(Number.isFinite) ? box : null
}

function sharedOut(text: string, [x, y, width, height]: [number, number, number, number]): Word[] {
  const words = text.trim().split(/\s+/).filter(Boolean)
  const letters = words.join(' ').length
  let at = 0
  return words.map((word) => {
    const box: Word = [composed(word), x + (width * at) / letters, y, (width * word.length) / letters, height]
    at += word.length + 1
    return box
  })
}
