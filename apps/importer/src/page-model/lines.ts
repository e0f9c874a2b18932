import { firstIndex } from '../first-index.ts'
import type { Line, Word } from '../text/line.ts'
import type { Box } from '../text/set-line.ts'
import {
  around,
  centreOf,
  type Edges,
  edgesOf,
  edgesOfWord,
  fontSizeOf,
  heightOf,
  median,
  type PageSize,
  sharedDown,
} from './geometry.ts'

/** Gaps between words, in sizes of the font. */
const GAP = {
  /** A smaller gap never lies between two columns. */
  word: 0.75,
  /** A larger gap does not lie between words of one line, even if nothing above or below shows a column. */
  line: 2.6,
  /** Words in different sizes that are further apart are not one line. */
  otherSize: 0.45,
  /** Words of different text objects that are further apart form a line only if nothing shows a column. */
  joined: 1.3,
}
/** A gap between columns is larger than the other gaps of a line by this factor: justified lines have wide spaces everywhere. */
const OVER_USUAL = 1.5
/** From this number of words on, the usual gap of a line is known. */
const LEAST_WORDS = 4
/**
 * From this number of words on, the gaps of a line show that it is justified, if no two of them differ by more than this. In
 * sizes of the font.
 */
const SPREAD = { words: 3, gap: 0.15 }
/** Lines above and below that show whether a gap lies between columns, in sizes of the font. */
const NEAR = 5
/** Maximum indentation of the first line of a paragraph, in sizes of the font. */
const INDENT = 1.4
/** If this many rows on one side of a gap begin where it ends, it lies between columns, whatever is on the other side. */
const ALIGNED_ON_ONE_SIDE = 3
/** If this many rows near a gap end where it begins, a column ends there. */
const JUSTIFIED_ROWS = 5
/** Words that begin at the same place within this distance are aligned. In sizes of the font. */
const ALIGNED = 0.3
/** Words whose heights differ by a smaller share of the larger one can belong to one text. */
const SAME_HEIGHT_SHARE = 0.1

/** Maximum number of pieces near the end of another one, and of words in a row, that are considered: real pages have fewer. */
const MOST_NEAR = 50
const MOST_IN_ROW = 400

type Placed = { word: Word; box: Edges }
/** Words in a row without a gap that may lie between columns. `from` counts the pieces of the page in the order of the file. */
type Piece = { placed: Placed[]; box: Edges; em: number; line: Line; from: number; first: boolean; last: boolean }

/**
 * Returns the printed lines of a page, whatever the order of their words in the file: lines that run over two columns are
 * divided, and parts of a line are joined. Columns are seen from aligned words above and below, and from rules.
 * @param found lines as the file has them; turned ones stay as they are, at the end
 * @param rules thin lines, fractions of the page
 */
export function printedLines(found: readonly Line[], rules: readonly Box[], page: PageSize): Line[] {
  const upright = found.filter((line) => !line.turned && !isAccentAlone(line))
  const walls = rules.map((rule) => edgesOf(rule, page)).filter((rule) => heightOf(rule) > rule.right - rule.left)
  const rows = rowsOf(upright, page)
  const pieces: Piece[] = []
  for (const line of upright) pieces.push(...piecesOf(line, rows, walls, page, pieces.length))
  return [...joinedPieces(pieces, rows, walls), ...found.filter(({ turned }) => turned)]
}

/** Some files set the accent of a letter apart from it. */
const ACCENT = /^[\p{M}´¨ˆ˜¸˚¯˘˙˝ˇ]+$/u
const isAccentAlone = ({ words }: Line) => words.length === 1 && ACCENT.test(words[0]![0])

/** Words of the page by height, to find what is near, and its lines without wide gaps. */
type Rows = { step: number; rows: Map<number, Edges[]>; lines: Edges[] }

function rowsOf(lines: readonly Line[], page: PageSize): Rows {
  const step = 12
  const rows = new Map<number, Edges[]>()
  const whole: Edges[] = []
  for (const line of lines) {
    const em = fontSizeOf(line, page)
    const boxes = line.words.map((word) => edgesOfWord(word, page))
    const isWhole =
      boxes.length > SPREAD.words &&
      boxes.every((box, index) => index === 0 || gapBetween(boxes[index - 1]!, box) <= GAP.word * em)
    if (isWhole) whole.push(boxes.reduce(around))
    for (const box of boxes) {
      const row = Math.floor(centreOf(box) / step)
      const known = rows.get(row)
      if (known) known.push(box)
      else rows.set(row, [box])
    }
  }
  return { step, rows, lines: whole }
}

function piecesOf(line: Line, rows: Rows, walls: readonly Edges[], page: PageSize, from: number): Piece[] {
  const placed = line.words.map((word): Placed => ({ word, box: edgesOfWord(word, page) }))
  const em = fontSizeOf(line, page)
  const usual =
    placed.length < LEAST_WORDS ? 0 : median(placed.slice(1).map(({ box }, index) => gapBetween(placed[index]!.box, box)))
  const whole = boundsOf(placed)
  const isSpread = isSpreadOverColumn(placed, whole, em, rows)
  const groups: Placed[][] = []
  for (const each of placed) {
    const before = groups.at(-1)?.at(-1)
    const isItem = before && isBulletBefore(groups.at(-1)!, each.box, em, walls)
    if (before && (isItem || isSpread || !isApart(before.box, each.box, { em, usual, whole }, rows, walls)))
      groups.at(-1)!.push(each)
    else groups.push([each])
  }
  return groups.map((group, index) => ({
    placed: group,
    box: boundsOf(group),
    em,
    line,
    from: from + index,
    first: index === 0,
    last: index === groups.length - 1,
  }))
}

/** Marks that always begin an item of a list. Squares and arrows also end texts. */
const BULLET = /^[•◦‣⁃∙]$/u

/** Whether words are a bullet, and the next ones its item, however wide the gap looks beside the items above and below. */
function isBulletBefore([first, ...others]: readonly Placed[], next: Edges, em: number, walls: readonly Edges[]): boolean {
  if (others.length > 0 || !BULLET.test(first!.word[0])) return false
  const gap = { ...around(first!.box, next), left: first!.box.right, right: next.left }
  return gap.right >= gap.left && gap.right - gap.left <= GAP.line * em && !hasWall(gap, walls)
}

const gapBetween = (one: Edges, other: Edges) => Math.max(one.left, other.left) - Math.min(one.right, other.right)

function isApart(
  before: Edges,
  next: Edges,
  { em, usual, whole }: { em: number; usual: number; whole: Edges },
  rows: Rows,
  walls: readonly Edges[],
): boolean {
  const [left, right] = before.left <= next.left ? [before, next] : [next, before]
  const gap = right.left - left.right
  if (gap <= GAP.word * em) return false
  const row: Edges = {
    left: left.right,
    right: right.left,
    top: Math.min(left.top, right.top),
    bottom: Math.max(left.bottom, right.bottom),
  }
  if (hasWall(row, walls)) return true
  if (isInColumn(whole, em, rows)) return false
  if (gap > GAP.line * em) return !isJustified(whole, em, rows) || isBetweenColumns(row, em, rows)
  return gap > OVER_USUAL * usual && isBetweenColumns(row, em, rows)
}

/**
 * Whether lines near this one show a column that it lies in: two of them, in letters of the same height, run without wide gaps from
 * one of its edges to the other, however wide the spaces of this line and its neighbours are.
 */
function isInColumn({ left, right, ...line }: Edges, em: number, { step, rows }: Rows): boolean {
  const [centre, height, slack] = [centreOf({ left, right, ...line }), line.bottom - line.top, ALIGNED * em]
  const near: Edges[] = []
  for (let row = Math.floor((centre - NEAR * em) / step); row <= Math.floor((centre + NEAR * em) / step); row++)
    for (const word of (rows.get(row) ?? []).slice(0, MOST_IN_ROW)) {
      const offset = Math.abs(centreOf(word) - centre)
      const isSame = Math.abs(heightOf(word) - height) <= SAME_HEIGHT_SHARE * height
      if (isSame && offset > 0.6 * em && offset <= NEAR * em) near.push(word)
    }
  const full = rowsAmong(near, 0.3 * em).flatMap((words) => {
    const run = runsOf(words, GAP.word * em).find((each) => each.left <= left + slack && each.right >= right - slack)
    return run ? [run] : []
  })
  return full.some((one, index) =>
    full.slice(index + 1).some((other) => Math.abs(one.left - other.left) <= slack && Math.abs(one.right - other.right) <= slack),
  )
}

/**
 * Whether the words of a line are spread over a column of the text, with equally wide gaps between words of different widths: an address
 * that did not fit leaves few words on it.
 */
function isSpreadOverColumn(placed: readonly Placed[], whole: Edges, em: number, { lines }: Rows): boolean {
  if (placed.length < SPREAD.words) return false
  const gaps = placed.slice(1).map(({ box }, index) => gapBetween(placed[index]!.box, box))
  const widths = placed.map(({ box }) => box.right - box.left)
  const isEven = Math.max(...gaps) - Math.min(...gaps) <= SPREAD.gap * em && Math.min(...gaps) > GAP.word * em
  if (!isEven || Math.max(...widths) < 1.5 * Math.min(...widths)) return false
  const withSame = (side: 'left' | 'right') => lines.filter((line) => Math.abs(line[side] - whole[side]) <= ALIGNED * em).length
  return withSame('left') >= 2 && withSame('right') >= 1
}

/** Groups words that are at the same height. */
function rowsAmong(words: readonly Edges[], slack: number): Edges[][] {
  const found: Edges[][] = []
  let last = -Infinity
  for (const word of words.toSorted((a, b) => centreOf(a) - centreOf(b))) {
    if (centreOf(word) - last > slack) found.push([])
    found.at(-1)!.push(word)
    last = centreOf(word)
  }
  return found
}

/** Returns the extents of words of a row between gaps that are wider than `most`. */
function runsOf(words: readonly Edges[], most: number): Edges[] {
  const runs: Edges[] = []
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const run = runs.at(-1)
    if (run && word.left - run.right <= most) runs[runs.length - 1] = around(run, word)
    else runs.push(word)
  }
  return runs
}

const hasWall = (gap: Edges, walls: readonly Edges[]) =>
  walls.some((wall) => wall.left > gap.left - 1 && wall.right < gap.right + 1 && sharedDown(wall, gap) > 0.5 * heightOf(gap))

/**
 * Whether words of the line above or below run along this one, and begin or end where it does, and neither has wide gaps: a long word
 * that did not fit leaves few words on a justified line.
 */
function isJustified({ left, right, ...line }: Edges, em: number, { step, rows }: Rows): boolean {
  const centre = centreOf({ left, right, ...line })
  const slack = ALIGNED * em
  const near: [above: Edges[], below: Edges[]] = [[], []]
  for (let row = Math.floor((centre - 2 * em) / step); row <= Math.floor((centre + 2 * em) / step); row++)
    for (const word of (rows.get(row) ?? []).slice(0, MOST_IN_ROW)) {
      const offset = centreOf(word) - centre
      if (Math.abs(offset) > 0.6 * em && Math.abs(offset) < 1.8 * em) near[offset < 0 ? 0 : 1].push(word)
    }
  const runs = near.map((words) => runAlong(words, left - slack, right - slack, em))
  if (runs.includes('gap')) return false
  return runs.some(
    (run) =>
      typeof run === 'object' &&
      run.from <= left + slack &&
      run.to >= right - slack &&
      (Math.abs(run.from - left) <= slack || Math.abs(run.to - right) <= slack),
  )
}

/** Returns the extent of the words of a row that end after `left`; "gap" if there is a wide one between words before `right`. */
function runAlong(words: Edges[], left: number, right: number, em: number): { from: number; to: number } | 'gap' {
  let [from, to] = [Infinity, -Infinity]
  for (const word of words.sort((a, b) => a.left - b.left)) {
    if (word.right < left) continue
    if (from < Infinity && word.left - to > GAP.word * em) return word.left < right ? 'gap' : { from, to }
    from = Math.min(from, word.left)
    to = Math.max(to, word.right)
  }
  return { from, to }
}

/**
 * What a row above or below shows about a gap: a word begins where the gap ends, or lies across it. `height`: of its highest
 * word.
 */
type NearRow = { aligned: boolean; crossed: boolean; begins: number; ends: number; height: number }

/** Returns whether the words above and below show that a gap within a line lies between two columns. */
function isBetweenColumns(gap: Edges, em: number, rows: Rows): boolean {
  const width = gap.right - gap.left
  const at = gap.right - Math.min(0.3 * em, width / 2)
  const near = rowsNear(gap, at, em, rows)
  const isOpen = ({ crossed, begins, ends }: NearRow) => !crossed && begins - ends > GAP.word * em && begins - at < 4 * em
  const isAligned = (row: NearRow) => row.aligned && isOpen(row)
  const all = [...near.above, ...near.below]
  const crossed = all.filter((row) => row.crossed).length
  // The right edge of a justified column.
  if (crossed === 0 && all.filter(({ ends }) => Math.abs(ends - gap.left) <= ALIGNED * em).length >= JUSTIFIED_ROWS) return true
  const aligned = all.filter(isAligned).length
  if (aligned >= 2 && crossed * 5 <= aligned) return true
  if (all.filter(isOpen).length >= 4 && crossed === 0) return true
  // A heading over several columns crosses the gap on one side of it.
  if (begunBy(near.above, isAligned) || begunBy(near.below, isAligned)) return true
  // The first line of a paragraph is indented, so the others begin before the gap ends.
  const before = gap.right - INDENT * em
  if (before - gap.left < 0.1 * em) return false
  const indented = rowsNear(gap, before, em, rows)
  return begunBy(indented.above, isOpen) || begunBy(indented.below, isOpen)
}

const begunBy = (rows: readonly NearRow[], test: (row: NearRow) => boolean) => {
  const other = rows.findIndex((row) => !test(row))
  return (other < 0 ? rows.length : other) >= ALIGNED_ON_ONE_SIDE
}

/** Returns what the rows above and below show at a place within a gap, nearest first. */
function rowsNear(gap: Edges, at: number, em: number, { step, rows }: Rows): { above: NearRow[]; below: NearRow[] } {
  const centre = centreOf(gap)
  const seen = new Map<number, NearRow>()
  const [low, high] = [Math.floor((centre - NEAR * em) / step), Math.floor((centre + NEAR * em) / step)]
  for (let row = low; row <= high; row++)
    for (const word of (rows.get(row) ?? []).slice(0, MOST_IN_ROW)) {
      const offset = centreOf(word) - centre
      if (Math.abs(offset) < 0.6 * em || Math.abs(offset) > NEAR * em) continue
      const key = Math.round(offset / (0.6 * em))
      const near = seen.get(key) ?? { aligned: false, crossed: false, begins: Infinity, ends: -Infinity, height: 0 }
      if (word.left < at && word.right > at) near.crossed = true
      near.height = Math.max(near.height, heightOf(word))
      if (Math.abs(word.left - gap.right) <= ALIGNED * em) near.aligned = true
      if (word.left >= at) near.begins = Math.min(near.begins, word.left)
      if (word.right <= at) near.ends = Math.max(near.ends, word.right)
      seen.set(key, near)
    }
  const side = (sign: number) =>
    [...seen]
      .filter(([key]) => Math.sign(key) === sign)
      .sort(([one], [other]) => Math.abs(one) - Math.abs(other))
      .map(([, row]) => row)
  return { above: side(-1), below: side(1) }
}

/** Joins pieces that are printed in one line, in the direction of the script. */
function joinedPieces(pieces: readonly Piece[], rows: Rows, walls: readonly Edges[]): Line[] {
  const ordered = pieces.toSorted((a, b) => a.box.left - b.box.left)
  const next = new Map<Piece, Piece>()
  const taken = new Set<Piece>()
  const byRow = new Map<number, Piece[]>()
  for (const piece of ordered) {
    const row = Math.floor(centreOf(piece.box) / rows.step)
    const known = byRow.get(row)
    if (known) known.push(piece)
    else byRow.set(row, [piece])
  }
  for (const piece of ordered) {
    const row = Math.floor(centreOf(piece.box) / rows.step)
    let best: Piece | null = null
    for (const other of [row - 1, row, row + 1].flatMap((each) => piecesAfter(piece, byRow.get(each) ?? [])))
      if (other !== piece && !taken.has(other) && (!best || other.box.left < best.box.left) && follows(piece, other, rows, walls))
        best = other
    if (!best) continue
    next.set(piece, best)
    taken.add(best)
  }
  const starts = pieces.filter((piece) => !taken.has(piece))
  return starts.map((start) => {
    const chain = [start]
    for (let at = next.get(start); at; at = next.get(at)) chain.push(at)
    return lineFrom(chain)
  })
}

/** Returns the pieces of a row, which are ordered by their left edges, that begin near the end of a piece. */
function piecesAfter({ box, em }: Piece, row: readonly Piece[]): Piece[] {
  const near: Piece[] = []
  for (
    let index = firstIndex(row, (each) => each.box.left >= box.right - em);
    index < row.length && near.length < MOST_NEAR;
    index++
  ) {
    if (row[index]!.box.left > box.right + 3 * GAP.joined * em) break
    near.push(row[index]!)
  }
  return near
}

function follows(piece: Piece, other: Piece, rows: Rows, walls: readonly Edges[]): boolean {
  const [em, otherEm] = [piece.em, other.em]
  const gap = other.box.left - piece.box.right
  const small = Math.min(em, otherEm)
  const large = Math.max(em, otherEm)
  if (gap < -0.3 * small) return false
  if (sharedDown(piece.box, other.box) < 0.6 * Math.min(heightOf(piece.box), heightOf(other.box))) return false
  if (isBulletBefore(piece.placed, other.box, small, walls)) return true
  // Raised numbers of footnotes are small; drop caps and kickers next to a headline are lines of their own.
  const isRaised = small === otherEm ? other.placed.length === 1 && other.placed[0]!.word[0].length <= 3 : false
  if (large > 1.25 * small && !(isRaised && gap < 0.3 * large && large < 2.2 * small)) return false
  // Headlines beside each other differ in size; small capitals and numbers in a line are closer.
  if (gap > GAP.otherSize * small && large > 1.08 * small) return false
  if (
    gap > GAP.otherSize * small &&
    gap > OVER_USUAL * usualGap(piece, other) &&
    isBesideColumn(piece.box, other.box, small, rows) &&
    !isInColumn(around(piece.box, other.box), small, rows)
  )
    return false
  if (gap > GAP.word * small && !isSameLook(piece.line, other.line)) return false
  const row: Edges = {
    left: piece.box.right,
    right: other.box.left,
    top: Math.min(piece.box.top, other.box.top),
    bottom: Math.max(piece.box.bottom, other.box.bottom),
  }
  if (gap > 0 && hasWall(row, walls)) return false
  if (gap > GAP.word * small && isInColumn(around(piece.box, other.box), small, rows)) return true
  if (gap > GAP.word * small && !isSameFont(piece.line, other.line) && !isJustified(around(piece.box, other.box), small, rows))
    return false
  if (gap > GAP.joined * large && !isJustified(around(piece.box, other.box), small, rows)) return false
  return gap <= GAP.word * small || !isBetweenColumns(row, small, rows)
}

/** Returns the wider of the usual gaps between words of two pieces; 0 if they have one word each. */
const usualGap = (...pieces: Piece[]) =>
  Math.max(...pieces.map(({ placed }) => median(placed.slice(1).map(({ box }, index) => gapBetween(placed[index]!.box, box)))))

/** Words larger than a line by this factor are the name of a newspaper above its columns. */
const NAME_SIZE = 1.5

/**
 * Whether a narrow gap lies between two columns and not between words, as between headlines beside each other: another row begins
 * where it ends, and only a larger row crosses it.
 */
function isBesideColumn(one: Edges, other: Edges, em: number, rows: Rows): boolean {
  const gap = {
    left: one.right,
    right: other.left,
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
  }
  const { above, below } = rowsNear(gap, gap.right - 0.1 * em, em, rows)
  const near = [...above, ...below]
  return (
    near.every(({ crossed, height }) => !crossed || height > NAME_SIZE * heightOf(gap)) &&
    near.some(({ aligned, begins, ends }) => aligned && begins - ends > GAP.otherSize * em)
  )
}

const isSameFont = (one: Line, other: Line) => one.style?.font === other.style?.font
const isSameLook = (one: Line, other: Line) => one.bold === other.bold && one.style?.colour === other.style?.colour

function lineFrom(chain: readonly Piece[]): Line {
  const [only] = chain
  if (chain.length === 1 && only!.first && only!.last) return only!.line
  const letters = chain.flatMap(({ placed }) => placed.map(({ word: [text] }) => text)).join('')
  const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letters) && !/\p{Script=Latin}/u.test(letters)
  const inOrder = rightToLeft ? chain.toReversed() : chain
  const [longest] = chain.toSorted((a, b) => lettersOf(b) - lettersOf(a))
  const last = inOrder.at(-1)!
  const { bold: _, ...rest } = longest!.line
  const isBold = chain.every(({ line }) => line.bold)
  return {
    ...rest,
    words: inOrder.flatMap(({ placed }) => placed.map(({ word }) => word)),
    joins: last.last && last.line.joins,
    ...(isBold && { bold: true as const }),
  }
}

const lettersOf = ({ placed }: Piece) => placed.reduce((sum, { word: [text] }) => sum + text.length, 0)
const boundsOf = (placed: readonly Placed[]) => placed.map(({ box }) => box).reduce(around)
