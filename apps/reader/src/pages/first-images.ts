import { PAGE_WIDTHS_PIXELS, type PageWidth } from '@kiosk/domain/reading/limits'

export type HeldImage = { width: PageWidth; address: string }

const held = new Map<number, HeldImage>()

/** Registers the images that the document has already requested, so that they are reused instead of loaded twice. */
export function rememberFirstImages(document: ParentNode): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-page]')) {
    const width = Number(URL.canParse(image.currentSrc) ? new URL(image.currentSrc).searchParams.get('width') : 0)
    const known = PAGE_WIDTHS_PIXELS.find((each) => each === width)
    if (known) held.set(Number(image.dataset.page), { width: known, address: image.currentSrc })
  }
}

export const firstImage = (page: number): HeldImage | null => held.get(page) ?? null
