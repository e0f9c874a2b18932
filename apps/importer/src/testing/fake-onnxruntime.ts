// A fake onnxruntime-node for machines where the package is not installed. It computes nothing: through the same interface, it
// answers with the description beside a model. `isFake` identifies it.
import { existsSync, readFileSync } from 'node:fs'
import type { Session } from '../layout/runtime.ts'
import { descriptionOf, type ModelDescription } from './onnx-models.ts'

export const isFake = true

export class Tensor {
  readonly type: string
  readonly data: ArrayLike<number | bigint>
  readonly dims: readonly number[]

  constructor(type: string, data: ArrayLike<number | bigint>, dims: readonly number[]) {
    this.type = type
    this.data = data
    this.dims = dims
    const count = dims.reduce((product, size) => product * size, 1)
    if (data.length !== count) throw new Error(`Tensor's size(${count}) does not match data length(${data.length}).`)
  }
}

export const InferenceSession = {
  async create(path: string): Promise<Session> {
    if (!existsSync(descriptionOf(path))) throw new Error(`Load model from ${path} failed: Protobuf parsing failed.`)
    const {
      kind,
      boxes,
      isBytes,
      fails,
      brightness,
      columns = 6,
      ...model
    } = JSON.parse(readFileSync(descriptionOf(path), 'utf8')) as ModelDescription
    const side = model.side === undefined ? (kind === 'docling' ? 640 : 800) : model.side
    const names = model.inputs ?? (kind === 'docling' ? ['images', 'orig_target_sizes'] : ['image', 'im_shape', 'scale_factor'])
    const sizes = side === null || fails ? ['height', 'width'] : [side, side]
    const said = boxes.map((box) => box.map(Number))
    return {
      outputNames: kind === 'docling' ? ['labels', 'boxes', 'scores'] : ['fetch_name_0'],
      inputMetadata: names.map((name, index) => ({
        name,
        isTensor: true,
        ...(index === 0
          ? { type: isBytes ? 'uint8' : 'float32', shape: ['N', 3, ...sizes] }
          : { type: name === 'orig_target_sizes' ? 'int64' : 'float32', shape: ['N', 2] }),
      })),
      async run(feeds) {
        const missing = names.find((name) => !feeds[name])
        if (missing) throw new Error(`input '${missing}' is missing in 'feeds'.`)
        if (fails) throw new Error('Non-zero status code returned while running Reshape node.')
        if (kind === 'paddle') {
          const rows = said.flatMap((box) => Array.from({ length: columns }, (_, at) => box[at] ?? 0))
          return { fetch_name_0: new Tensor('float32', Float32Array.from(rows), [said.length, columns]) }
        }
        const count = said.length
        const labels = BigInt64Array.from(said, ([label]) => BigInt(label!))
        const scores = brightness ? [meanOf(feeds.images!.data)] : said.map(([, score]) => score!)
        const asked = [0, 0, ...Array.from(feeds.orig_target_sizes!.data, Number)]
        const sides = brightness ? asked : said.flatMap((box) => box.slice(2))
        return {
          labels: new Tensor('int64', labels, [1, count]),
          boxes: new Tensor('float32', Float32Array.from(sides), [1, count, 4]),
          scores: new Tensor('float32', Float32Array.from(scores), [1, count]),
        }
      },
    }
  },
}

function meanOf(values: ArrayLike<number | bigint>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += Number(values[at])
  return sum / values.length
}
