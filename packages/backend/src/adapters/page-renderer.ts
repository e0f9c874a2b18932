import type { TileArea } from '@kiosk/domain/reading/tiles'

/**
 * Renders a page (from 1) of a stored PDF at a width in pixels. Injected by the server, because PDFium belongs to the importer, and
 * perhaps to another server.
 * @param pdf its name in the storage
 * @param tile the part to render, of the page at this width and height
 */
export type RenderPage = (
  pdf: string,
  page: number,
  width: number,
  format: 'webp' | 'avif',
  tile?: RenderedTile,
) => Promise<Buffer>

/** A part of a page, with the height of the page. All in pixels. */
export type RenderedTile = TileArea & { pageHeight: number }

/** Encodes a stored cover at a height in pixels. Injected by the server, because sharp belongs to the importer. */
export type RenderCover = (cover: Buffer, height: number, format: 'avif' | 'webp' | 'jpeg') => Promise<Buffer>
