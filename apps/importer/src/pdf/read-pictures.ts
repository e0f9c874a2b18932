import { floatsAt, type Pdfium, withMemory } from './library.ts'
import { type PageBox, placeOn } from './place-on-page.ts'

/** Box of a printed picture in fractions of the shown page. */
export type PictureBox = { x: number; y: number; width: number; height: number }

/** Type of a page object. */
const IMAGE = 3
/** Smaller pictures are portraits of authors, logos and ornaments. Fractions of the page. */
const LEAST = { width: 0.12, height: 0.06 }
/** A picture beyond this share of the page is its background, or the scan of the page. */
const MOST_AREA = 0.6
/** Objects that are looked at: some pages draw each dot of a map. */
const MOST_OBJECTS = 5000

/** Returns the pictures that are printed on a loaded page, as far as they are visible, largest first. */
export function readPictures(library: Pdfium, page: number): PictureBox[] {
  const place = placeOn(library, page)
  const count = Math.min(library.FPDFPage_CountObjects(page), MOST_OBJECTS)
  const pictures: PictureBox[] = []
  for (let index = 0; index < count; index++) {
    const object = library.FPDFPage_GetObject(page, index)
    if (!object || library.FPDFPageObj_GetType(object) !== IMAGE) continue
    const box = visibleBox(library, object)
    const placed = box && place(box)
    if (!placed) continue
    const [x, y, width, height] = placed
    if (width >= LEAST.width && height >= LEAST.height && width * height <= MOST_AREA) pictures.push({ x, y, width, height })
  }
  return pictures.sort((a, b) => b.width * b.height - a.width * a.height)
}

/** Returns the bounds of an object within its clip path; null if nothing of it is visible. */
function visibleBox(library: Pdfium, object: number): PageBox | null {
  return withMemory(library, 16, (at) => {
    if (!library.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return null
    const [left, bottom, right, top] = floatsAt(library, at, 4)
    const clip = library.FPDFPageObj_GetClipPath(object)
    const paths = clip ? Math.max(0, library.FPDFClipPath_CountPaths(clip)) : 0
    let box: PageBox = { left: left!, bottom: bottom!, right: right!, top: top! }
    for (let path = 0; path < paths; path++) box = common(box, boundsOfPath(library, clip, path, at))
    return box.right > box.left && box.top > box.bottom ? box : null
  })
}

/** Returns the box around the points of a clip path; `at`: memory for one of them. */
function boundsOfPath(library: Pdfium, clip: number, path: number, at: number): PageBox {
  const box: PageBox = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
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
