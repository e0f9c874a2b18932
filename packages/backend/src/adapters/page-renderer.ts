/** Renders a page of a PDF (from 1) at a width in pixels. Injected by the server, because PDFium belongs to the importer. */
export type RenderPage = (pdfPath: string, page: number, width: number, format: 'webp' | 'avif') => Promise<Buffer>

/** Encodes a stored cover at a height in pixels. Injected by the server, because sharp belongs to the importer. */
export type RenderCover = (cover: Buffer, height: number, format: 'avif' | 'webp' | 'jpeg') => Promise<Buffer>
