// Inputs and outputs of the two supported kinds of layout models.
import type { LayoutBox } from '../page-model/layout-witness.ts'
import { LABELS, type Labels } from './labels.ts'
import type { Runtime, Session, Tensor } from './runtime.ts'

/**
 * `side`: of the square picture that the model is given, in pixels. `feeds`: its inputs for the picture's RGB bytes, row by row.
 * `boxes`: reads its outputs. @throws Error if these are not as expected
 */
export type ModelShape = {
  kind: 'docling' | 'paddle'
  side: number
  feeds(rgb: Uint8Array, runtime: Runtime): Record<string, Tensor>
  boxes(outputs: Record<string, Tensor>): LayoutBox[]
}

/** Docling's models take pictures with this side, including those whose graph leaves it open. Pixels. */
const DOCLING_SIDE_PIXELS = 640
const LARGEST_SIDE_PIXELS = 2000
/** Boxes with a lower score are not kept. */
const LEAST_SCORE = 0.3
/** Maximum boxes of a page that are kept, the most certain first, and maximum rows of an answer that are read. */
const MOST = { boxes: 300, rows: 100_000 }
/** Smaller boxes are ignored. Fraction of the page. */
const SMALLEST_SHARE = 0.001

/** Determines the kind of a model from its inputs. @throws Error if it is of neither kind */
export function shapeOf({ inputMetadata, outputNames }: Pick<Session, 'inputMetadata' | 'outputNames'>): ModelShape {
  const inputs = new Map(inputMetadata.map((each) => [each.name, each]))
  const has = (...names: string[]) => inputs.size === names.length && names.every((name) => inputs.has(name))
  if (has('images', 'orig_target_sizes') && ['labels', 'boxes', 'scores'].every((name) => outputNames.includes(name)))
    return doclingShape(inputs.get('images')!)
  if (has('image', 'im_shape', 'scale_factor')) return paddleShape(inputs.get('image')!)
  const given = `inputs ${[...inputs.keys()].join(', ') || 'none'}; outputs ${outputNames.join(', ') || 'none'}`
  throw new Error(`it is neither a model like Docling's heron nor one like PP-DocLayout (${given})`)
}

type Input = Session['inputMetadata'][number]

function doclingShape(input: Input): ModelShape {
  const side = sideOf(input) ?? DOCLING_SIDE_PIXELS
  return {
    kind: 'docling',
    side,
    feeds: (rgb, runtime) => ({
      images: pictureTensor(rgb, side, input, runtime),
      // Boxes are wanted in pixels of the square: width and height are then the same, in whichever order an export expects them.
      orig_target_sizes: new runtime.Tensor('int64', BigInt64Array.of(BigInt(side), BigInt(side)), [1, 2]),
    }),
    boxes({ labels, boxes, scores }) {
      const count = scores?.data.length ?? 0
      if (!labels || !boxes || !scores || labels.data.length !== count || boxes.data.length !== 4 * count)
        throw new Error(`its outputs are wrong: ${[labels, boxes, scores].map((each) => `[${each?.dims.join(',')}]`).join(' ')}`)
      const rows = Array.from({ length: Math.min(count, MOST.rows) }, (_, at) => ({
        label: Number(labels.data[at]),
        score: Number(scores.data[at]),
        sides: [0, 1, 2, 3].map((edge) => Number(boxes.data[4 * at + edge])),
      }))
      return boxesOf(rows, side, LABELS.docling)
    },
  }
}

const COLUMNS_OF_ROW = 6

function paddleShape(input: Input): ModelShape {
  const side = sideOf(input)
  if (side !== 640 && side !== 800)
    throw new Error(
      `its labels are unknown: PP-DocLayout takes pictures of 640 or 800 pixels, this model [${input.shape?.join(',')}]`,
    )
  return {
    kind: 'paddle',
    side,
    feeds: (rgb, runtime) => ({
      image: pictureTensor(rgb, side, input, runtime),
      im_shape: new runtime.Tensor('float32', Float32Array.of(side, side), [1, 2]),
      // Boxes are divided by this factor; they are wanted in pixels of the square.
      scale_factor: new runtime.Tensor('float32', Float32Array.of(1, 1), [1, 2]),
    }),
    boxes(outputs) {
      const found = Object.values(outputs).find(
        ({ dims, type }) => type === 'float32' && dims.length === 2 && dims[1] === COLUMNS_OF_ROW,
      )
      if (!found) {
        const given = Object.values(outputs).map(({ dims }) => `[${dims.join(',')}]`)
        throw new Error(`it has no output [N,${COLUMNS_OF_ROW}]: ${given.join(' ')}`)
      }
      const { data, dims } = found
      const rows = Array.from({ length: Math.min(dims[0]!, MOST.rows) }, (_, at) => {
        const [label, score, ...sides] = Array.from({ length: COLUMNS_OF_ROW }, (_, column) =>
          Number(data[COLUMNS_OF_ROW * at + column]),
        )
        return { label: label!, score: score!, sides }
      })
      return boxesOf(rows, side, LABELS.paddle[side])
    },
  }
}

/** Returns the side of the square picture that a model takes; undefined if it accepts any. @throws Error if it takes others */
function sideOf({ shape = [], type }: Input): number | undefined {
  const isOpen = (size: number | string | undefined) => typeof size !== 'number' || size <= 0
  const [, channels, height, width] = shape
  const isSquare = height === width || (isOpen(height) && isOpen(width))
  const isColour = shape.length === 4 && (channels === 3 || isOpen(channels)) && (type === 'float32' || type === 'uint8')
  if (!isSquare || !isColour || Number(height) > LARGEST_SIDE_PIXELS)
    throw new Error(`it does not take square colour pictures: ${type} [${shape.join(',')}]`)
  return isOpen(height) ? undefined : Number(height)
}

/** Returns a picture as a model takes it: all red values, then the green and the blue ones; from 0 to 1, or bytes where it takes these. */
function pictureTensor(rgb: Uint8Array, side: number, { type }: Input, runtime: Runtime): Tensor {
  const pixels = side * side
  if (rgb.length !== 3 * pixels) throw new Error(`the picture has ${rgb.length} bytes instead of ${3 * pixels}`)
  const isBytes = type === 'uint8'
  const data = isBytes ? new Uint8Array(3 * pixels) : new Float32Array(3 * pixels)
  const scale = isBytes ? 1 : 1 / 255
  for (let at = 0; at < pixels; at++)
    for (let channel = 0; channel < 3; channel++) data[channel * pixels + at] = rgb[3 * at + channel]! * scale
  return new runtime.Tensor(isBytes ? 'uint8' : 'float32', data, [1, 3, side, side])
}

type Row = { label: number; score: number; sides: readonly number[] }

/** Returns the boxes that make sense, the surest first: with a known label, on the page, with a size. `sides` in pixels of the square. */
function boxesOf(rows: readonly Row[], side: number, labels: Labels): LayoutBox[] {
  const share = (pixels: number) => Math.min(1, Math.max(0, pixels / side))
  return rows
    .flatMap(({ label, score, sides }): LayoutBox[] => {
      const known = labels[label]
      if (!known || !(score >= LEAST_SCORE && score <= 1) || !sides.every(Number.isFinite)) return []
      const [left, top, right, bottom] = sides.map(share) as [number, number, number, number]
      const [width, height] = [right - left, bottom - top]
      if (width < SMALLEST_SHARE || height < SMALLEST_SHARE) return []
      return [{ label: known[0], role: known[1], score, x: left, y: top, width, height }]
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST.boxes)
}
