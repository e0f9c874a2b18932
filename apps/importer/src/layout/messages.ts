import type { LayoutBox } from '../page-model/layout-witness.ts'
import type { ModelShape } from './model-shapes.ts'

/** Argument of the process. `runtime`: package or module; `memoryBytes`: of the process. */
export type LayoutProcessSettings = { path: string; runtime: string; memoryBytes: number; niceness: number }
/** `picture`: RGB bytes of a square, row by row. */
export type LayoutRequest = { id: number; picture: Uint8Array }
export type LayoutReply =
  | { opened: Pick<ModelShape, 'kind' | 'side'> }
  | { unusable: string }
  | { id: number; boxes: LayoutBox[] }
  | { id: number; failed: string }
