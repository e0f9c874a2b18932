import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** PDFium's C functions and its memory, whose views are replaced when it grows, so they must not be kept. */
export type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array; HEAPF32: Float32Array; HEAPF64: Float64Array } }

/** Loads PDFium, once per process. */
export async function loadPdfium(): Promise<Pdfium> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer })
  pdfium.PDFiumExt_Init()
  return { ...pdfium, ...calledDirectly(pdfium.pdfium.wasmExports) } as Pdfium
}

/** Functions that are called for each character, and whether they return a condition. */
const OF_CHARACTERS = {
  FPDFText_GetUnicode: 'number',
  FPDFText_GetCharAngle: 'number',
  FPDFText_GetCharBox: 'boolean',
  FPDFText_GetLooseCharBox: 'boolean',
  FPDFText_GetTextObject: 'number',
  FPDFText_IsGenerated: 'number',
  FPDFText_IsHyphen: 'number',
} as const

/** Returns functions without the conversions and checks of the library, which take longer than the functions themselves. */
function calledDirectly(exports: object) {
  const functions = exports as Record<string, (...numbers: number[]) => number>
  return Object.fromEntries(
    Object.entries(OF_CHARACTERS).map(([name, returns]) => {
      const call = functions[name]!
      return [name, returns === 'number' ? call : (...numbers: number[]) => call(...numbers) !== 0]
    }),
  )
}

/** Allocates memory inside PDFium while `use` runs. Returns its result. */
export function withMemory<T>({ pdfium }: Pdfium, bytes: number, use: (at: number) => T): T {
  const at = pdfium.wasmExports.malloc(bytes)
  if (!at) throw new Error('PDFium is out of memory')
  try {
    return use(at)
  } finally {
    pdfium.wasmExports.free(at)
  }
}

/** Returns numbers of four bytes that PDFium has written. */
export function floatsAt({ pdfium }: Pdfium, at: number, count: number): number[] {
  return [...pdfium.HEAPF32.slice(at >> 2, (at >> 2) + count)]
}

/** Returns a text that PDFium writes as zero-terminated UTF-16, at most `most` characters. `read` returns its length in bytes. */
export function readText(library: Pdfium, most: number, read: (at: number, bytes: number) => number): string {
  const needed = read(0, 0)
  if (needed <= 2) return ''
  const bytes = Math.min(needed, 1024 * 1024)
  return withMemory(library, bytes, (at) => {
    read(at, bytes)
    const units = library.pdfium.HEAPU8.slice(at, at + bytes - (bytes % 2))
    const text = new TextDecoder('utf-16le').decode(units).replace(/\0.*$/s, '')
    return clean(text).slice(0, most).toWellFormed()
  })
}

/** Returns a text in one line, without control characters. */
function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\p{Co}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
