// Layout models for tests: ONNX files with graphs of a few nodes that answer with fixed boxes, written byte by byte (protobuf).
import { writeFile } from 'node:fs/promises'

/** A box in a model's answer: number of its label, score, sides in pixels of the square. */
export type DescribedBox = [label: number, score: number, left: number, top: number, right: number, bottom: number]
/**
 * What a model takes and answers. `side`: of its picture, in pixels; null: any. `isBytes`: its picture has bytes. `fails`: it
 * throws on each page. `brightness`: the score of its only box is the brightness of the picture, from 0 to 1, and the box has the
 * size that it is asked for. `inputs`: other names than those of the kind. `columns`: of the rows of `paddle`.
 */
export type ModelDescription = {
  kind: 'docling' | 'paddle'
  boxes: DescribedBox[]
  side?: number | null
  isBytes?: boolean
  fails?: boolean
  brightness?: boolean
  inputs?: string[]
  columns?: number
}

/** What the fake runtime reads instead of the ONNX file. */
export const descriptionOf = (path: string) => `${path}.json`

/** Writes a model, and beside it the description for the fake runtime. */
export async function writeModel(path: string, model: ModelDescription): Promise<void> {
  await writeFile(path, onnxOf(model))
  // JSON has no NaN and no infinity.
  await writeFile(
    descriptionOf(path),
    JSON.stringify(model, (_, value) => (Number.isFinite(value) || typeof value !== 'number' ? value : String(value))),
  )
}

/** Values of `elem_type` and `data_type`. */
const TYPES = { float32: 1, uint8: 2, int64: 7 } as const
type Type = keyof typeof TYPES
type Size = number | string

function onnxOf({
  kind,
  boxes,
  side = kind === 'docling' ? 640 : 800,
  isBytes,
  fails,
  brightness,
  inputs,
  columns = 6,
}: ModelDescription): Buffer {
  const sides: Size[] = side === null ? ['height', 'width'] : [side, side]
  const picture = {
    type: isBytes ? ('uint8' as const) : ('float32' as const),
    shape: ['N', 3, ...(fails ? ['height', 'width'] : sides)],
  }
  const nodes: Buffer[] = []
  const outputs: { name: string; type: Type; shape: Size[] }[] = []
  const constant = (name: string, type: Type, shape: number[], values: number[], isOutput = true) => {
    nodes.push(node('Constant', [], name, [attribute('value', tensor(type, shape, values))]))
    if (isOutput) outputs.push({ name, type, shape })
  }
  const [first, ...others] =
    inputs ?? (kind === 'docling' ? ['images', 'orig_target_sizes'] : ['image', 'im_shape', 'scale_factor'])
  const of = (read: (box: DescribedBox) => number[]) => boxes.flatMap(read)
  if (kind === 'paddle') {
    const row = (box: DescribedBox) => Array.from({ length: columns }, (_, at) => box[at] ?? 0)
    constant('fetch_name_0', 'float32', [boxes.length, columns], of(row))
  } else if (brightness) {
    constant('labels', 'int64', [1, 1], [boxes[0]![0]])
    constant('corner', 'float32', [1, 2], [0, 0], false)
    nodes.push(node('Cast', ['orig_target_sizes'], 'sizes', [integer('to', TYPES.float32)]))
    nodes.push(node('Concat', ['corner', 'sizes'], 'boxes', [integer('axis', 1)]))
    nodes.push(node('ReduceMean', ['images'], 'scores', [integer('keepdims', 0)]))
    outputs.push({ name: 'boxes', type: 'float32', shape: ['N', 4] }, { name: 'scores', type: 'float32', shape: [] })
  } else {
    constant(
      'labels',
      'int64',
      [1, boxes.length],
      of(([label]) => [label]),
    )
    constant(
      'boxes',
      'float32',
      [1, boxes.length, 4],
      of(([, , ...edges]) => edges),
    )
    constant(
      'scores',
      'float32',
      [1, boxes.length],
      of(([, score]) => [score]),
    )
  }
  if (fails) {
    // A picture does not have seven pixels.
    constant('seven', 'int64', [1], [7], false)
    nodes.push(node('Reshape', [first!, 'seven'], 'reshaped', []))
    outputs.push({ name: 'reshaped', type: picture.type, shape: ['seven'] })
  }
  const further = others.map((name) => ({
    name,
    type: name === 'orig_target_sizes' ? ('int64' as const) : ('float32' as const),
    shape: ['N', 2],
  }))
  const graph = Buffer.concat([
    ...nodes.map((each) => bytes(1, each)),
    text(2, 'layout'),
    ...[{ name: first!, ...picture }, ...further].map((each) => bytes(11, valueInfo(each))),
    ...outputs.map((each) => bytes(12, valueInfo(each))),
  ])
  const opset = bytes(8, Buffer.concat([text(1, ''), number(2, 13)]))
  return Buffer.concat([number(1, 8), text(2, 'test'), bytes(7, graph), opset])
}

const node = (operator: string, inputs: string[], output: string, attributes: Buffer[]) =>
  Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(3, output),
    text(4, operator),
    ...attributes.map((each) => bytes(5, each)),
  ])

const attribute = (name: string, value: Buffer) => Buffer.concat([text(1, name), bytes(5, value), number(20, 4)])
const integer = (name: string, value: number) => Buffer.concat([text(1, name), number(3, value), number(20, 2)])

function tensor(type: Type, shape: readonly number[], values: readonly number[]): Buffer {
  const raw = type === 'int64' ? BigInt64Array.from(values, (value) => BigInt(value)) : Float32Array.from(values)
  return Buffer.concat([...shape.map((size) => number(1, size)), number(2, TYPES[type]), bytes(9, Buffer.from(raw.buffer))])
}

function valueInfo({ name, type, shape }: { name: string; type: Type; shape: readonly Size[] }): Buffer {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : text(2, size)))
  const ofTensor = Buffer.concat([number(1, TYPES[type]), bytes(2, Buffer.concat(sizes))])
  return Buffer.concat([text(1, name), bytes(2, bytes(1, ofTensor))])
}

// Fields of protobuf: a number (varint), or bytes with their length before them.
const number = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)])
const bytes = (field: number, value: Buffer) => Buffer.concat([varint((field << 3) | 2), varint(value.length), value])
const text = (field: number, value: string) => bytes(field, Buffer.from(value))

function varint(value: number): Buffer {
  const parts: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) parts.push((rest % 128) | 128)
  return Buffer.from([...parts, rest])
}
