import type { Box } from '../text/set-line.ts'
import { floatsAt, type Pdfium, withMemory } from './pdfium.ts'
import { around, type PageBox, placeOn } from './place-on-page.ts'

/**
 * What is printed on a page besides its words, in fractions of the shown page. `rules`: lines, and the edges of boxes; `dots`:
 * small drawings and pictures that are as wide as they are high, such as the bullets of a list. `hiddenText`: the page is a
 * picture and most of its texts are invisible, as OCR programs write them.
 */
export type Printed = { pictures: Box[]; rules: Box[]; dots: Box[]; hiddenText?: true }

/** Types of page objects. A form contains objects of its own, in its own coordinates. */
const TEXT = 1
const PATH = 2
const IMAGE = 3
const FORM = 5
/** Smaller pictures are portraits of authors, logos and ornaments. In fractions of the page, on large pages in points. */
const LEAST = { width: 0.12, height: 0.06, widthPoints: 70, heightPoints: 48 }
/** A strip across a column can be lower if it is larger than the smallest picture by this factor. */
const STRIP = { heightPoints: 36, area: 3 }
/** A picture beyond this share of the page is its background, or the scan of the page. */
const MOST_AREA = 0.6
/** A thinner line separates what is on its sides; a shorter one is an ornament or a letter. Fractions of the page. */
const RULE = { thickest: 0.006, shortest: 0.08 }
/** Sides of dots in points, their maximum ratio, and how many dots are considered. */
const DOT = { leastPoints: 1.5, mostPoints: 10, ratio: 1.6, most: 300 }
/** Number of points in a rectangle's path, and in that of a border with an outer and an inner edge, or with round corners. */
const MOST_POINTS_OF = { box: 6, border: 20 }
/** Maximum distance of a border's points from the edges of its box. Points. */
const NEAR_THE_EDGE = 12
/** A table has some hundred rules, a drawing thousands. */
const MOST_RULES = 300
/** Maximum number of objects besides texts that are considered: some pages draw each dot of a map. */
const MOST_OBJECTS = 5000
/** Maximum number of all objects: some programs write each word or letter as a text of its own. */
const MOST_WITH_TEXTS = 50_000
/** Text rendering mode of invisible text, which can still be selected and searched. */
const INVISIBLE = 3
/** Maximum depth of nested forms that are read. */
const MOST_DEPTH = 8

/** Converts coordinates of a form to those of the page: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]
const OF_PAGE: Matrix = [1, 0, 0, 1, 0, 0]
const EVERYWHERE: PageBox = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity }
const NOWHERE: PageBox = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }

/** Returns the pictures that are printed on a loaded page, as far as they are visible, largest first, and the rules. */
export function readPictures(library: Pdfium, page: number): Printed {
  const place = placeOn(library, page)
  const [pageWidth, pageHeight] = [library.FPDF_GetPageWidthF(page), library.FPDF_GetPageHeightF(page)]
  const least = {
    width: Math.min(LEAST.width, LEAST.widthPoints / pageWidth),
    height: Math.min(LEAST.height, LEAST.heightPoints / pageHeight),
  }
  const pictures: Box[] = []
  const rules: Box[] = []
  const dots: Box[] = []
  const { drawn, texts } = objectsOn(library, page)
  let covered = NOWHERE
  const isDot = ({ width, height }: Box) => {
    const [short, long] = [width * pageWidth, height * pageHeight].sort((a, b) => a - b) as [number, number]
    return short >= DOT.leastPoints && long <= DOT.mostPoints && long <= DOT.ratio * short
  }
  const isPicture = ({ width, height }: Box) => {
    const isStrip = height * pageHeight >= STRIP.heightPoints && width * height >= STRIP.area * least.width * least.height
    return width >= least.width && (height >= least.height || isStrip) && width * height <= MOST_AREA
  }
  let tried = 0
  for (const { object, type, bounds } of drawn) {
    if (type === IMAGE) covered = around(covered, bounds)
    const placed = place(bounds)
    if (!placed) continue
    const [x, y, width, height] = placed
    const box = { x, y, width, height }
    if (isDot(box)) {
      if (tried++ < DOT.most && (type === IMAGE || isDrawn(library, object))) dots.push(box)
    } else if (type === PATH) {
      if (rules.length < MOST_RULES && isDrawn(library, object)) rules.push(...rulesOf(library, object, box))
    } else if (isPicture(box)) pictures.push(box)
  }
  const [, , width, height] = place(covered) ?? [0, 0, 0, 0]
  // Scans may be cut in strips, or have wide margins.
  const isHidden = width * height > MOST_AREA && areHidden(library, texts)
  pictures.sort((a, b) => b.width * b.height - a.width * a.height)
  return { pictures, rules, dots, ...(isHidden && { hiddenText: true }) }
}

/** Returns whether most texts are invisible. A few lines of a library, printed on each page, may be visible. */
function areHidden(library: Pdfium, texts: readonly number[]): boolean {
  const hidden = texts.filter((text) => library.FPDFTextObj_GetTextRenderMode(text) === INVISIBLE)
  return hidden.length > texts.length / 2
}

type PageObject = { object: number; type: typeof PATH | typeof IMAGE; bounds: PageBox }

/** Returns the images and paths of a page, including those in forms, with their visible bounds, and the texts. */
function objectsOn(library: Pdfium, page: number): { drawn: PageObject[]; texts: number[] } {
  const drawn: PageObject[] = []
  const texts: number[] = []
  let left = MOST_OBJECTS
  let leftInAll = MOST_WITH_TEXTS
  const collect = (count: number, objectAt: (index: number) => number, toPage: Matrix, within: PageBox, depth: number) => {
    for (let index = 0; index < count && left > 0 && leftInAll > 0; index++, leftInAll--) {
      const object = objectAt(index)
      const type = object ? library.FPDFPageObj_GetType(object) : 0
      if (type === TEXT) texts.push(object)
      if (type !== PATH && type !== IMAGE && type !== FORM) continue
      left--
      const bounds = common(within, visibleBox(library, object, toPage))
      if (!(bounds.right >= bounds.left && bounds.top >= bounds.bottom)) continue
      if (type !== FORM) drawn.push({ object, type, bounds })
      else if (depth < MOST_DEPTH) {
        const inForm = (at: number) => library.FPDFFormObj_GetObject(object, at)
        collect(library.FPDFFormObj_CountObjects(object), inForm, product(matrixOf(library, object), toPage), bounds, depth + 1)
      }
    }
  }
  collect(library.FPDFPage_CountObjects(page), (at) => library.FPDFPage_GetObject(page, at), OF_PAGE, EVERYWHERE, 0)
  return { drawn, texts }
}

/** Returns whether a path can be seen: some programs draw white boxes behind texts. */
function isDrawn(library: Pdfium, path: number): boolean {
  return withMemory(library, 16, (at) => {
    if (!library.FPDFPath_GetDrawMode(path, at, at + 4)) return false
    const [fill, stroke] = [library.pdfium.HEAPU8[at], library.pdfium.HEAPU8[at + 4]]
    const isColoured = (color: typeof library.FPDFPageObj_GetFillColor) =>
      color(path, at, at + 4, at + 8, at + 12) && [at, at + 4, at + 8].some((each) => library.pdfium.HEAPU8[each] !== 255)
    return (
      (fill !== 0 && isColoured(library.FPDFPageObj_GetFillColor)) ||
      (stroke !== 0 && isColoured(library.FPDFPageObj_GetStrokeColor))
    )
  })
}

/** Returns a thin path, or the four edges of a box. */
function rulesOf(library: Pdfium, path: number, box: Box): Box[] {
  const { x, y, width, height } = box
  if (Math.min(width, height) <= RULE.thickest) return Math.max(width, height) >= RULE.shortest ? [box] : []
  const isBox = Math.min(width, height) >= RULE.shortest && width * height <= MOST_AREA
  if (!isBox) return []
  const points = library.FPDFPath_CountSegments(path)
  if (points > MOST_POINTS_OF.border || (points > MOST_POINTS_OF.box && !isBorder(library, path, points))) return []
  return [
    { x, y, width, height: 0 },
    { x, y: y + height, width, height: 0 },
    { x, y, width: 0, height },
    { x: x + width, y, width: 0, height },
  ]
}

/** Whether all points of a path are near the edges of their box, at all of its corners. */
function isBorder(library: Pdfium, path: number, count: number): boolean {
  const points = withMemory(library, 8, (at) =>
    Array.from({ length: count }, (_, index) =>
      library.FPDFPathSegment_GetPoint(library.FPDFPath_GetPathSegment(path, index), at, at + 4) ? floatsAt(library, at, 2) : [],
    ),
  )
  const [xs, ys] = [points.map(([x]) => x ?? Number.NaN), points.map(([, y]) => y ?? Number.NaN)]
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const isNear = (x: number, y: number) => Math.min(x - left, right - x, y - bottom, top - y) <= NEAR_THE_EDGE
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [x, y] as const))
  return (
    xs.every((x, index) => isNear(x, ys[index]!)) &&
    corners.every(([x, y]) =>
      xs.some((each, index) => Math.abs(each - x) <= NEAR_THE_EDGE && Math.abs(ys[index]! - y) <= NEAR_THE_EDGE),
    )
  )
}

/** Returns the bounds of an object within its clip path, on the page. */
function visibleBox(library: Pdfium, object: number, toPage: Matrix): PageBox {
  return withMemory(library, 16, (at) => {
    if (!library.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return NOWHERE
    const [left, bottom, right, top] = floatsAt(library, at, 4) as [number, number, number, number]
    const clip = library.FPDFPageObj_GetClipPath(object)
    const paths = clip ? Math.max(0, library.FPDFClipPath_CountPaths(clip)) : 0
    let box = onPage({ left, bottom, right, top }, toPage)
    for (let path = 0; path < paths; path++) box = common(box, onPage(boundsOfPath(library, clip, path, at), toPage))
    return box
  })
}

/** Returns the matrix with which a form is drawn on what contains it. */
function matrixOf(library: Pdfium, form: number): Matrix {
  return withMemory(library, 24, (at) =>
    library.FPDFPageObj_GetMatrix(form, at) ? (floatsAt(library, at, 6) as Matrix) : OF_PAGE,
  )
}

/** Returns the matrix that applies `first`, then `second`. */
function product([a, b, c, d, e, f]: Matrix, second: Matrix): Matrix {
  const [p, q, r, s, t, u] = second
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
}

/** Returns the box around a box in coordinates of a form, on the page. */
function onPage({ left, bottom, right, top }: PageBox, [a, b, c, d, e, f]: Matrix): PageBox {
  if (!(right >= left && top >= bottom)) return NOWHERE
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const))
  const [across, up] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { left: Math.min(...across), bottom: Math.min(...up), right: Math.max(...across), top: Math.max(...up) }
}

/** Returns the box around the points of a clip path; `at`: memory for one of them. */
function boundsOfPath(library: Pdfium, clip: number, path: number, at: number): PageBox {
  const box = { ...NOWHERE }
  const segments = library.FPDFClipPath_CountPathSegments(clip, path)
  for (let index = 0; index < segments; index++) {
    if (!library.FPDFPathSegment_GetPoint(library.FPDFClipPath_GetPathSegment(clip, path, index), at, at + 4)) continue
    const [x, y] = floatsAt(library, at, 2) as [number, number]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.bottom = Math.min(box.bottom, y)
    box.top = Math.max(box.top, y)
  }
  return box
}

function common(one: PageBox, other: PageBox): PageBox {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  }
}
