/** Draws a page of a PDF (from 1) at a width in pixels. Injected by the server: PDFium is the importer's part. */
export type RenderPage = (pdfPath: string, page: number, width: number, format: 'webp' | 'avif') => Promise<Buffer>

/** Encodes a kept cover at a height in pixels. Injected by the server: sharp is the importer's part. */
export type RenderCover = (cover: Buffer, height: number, format: 'avif' | 'webp' | 'jpeg') => Promise<Buffer>
