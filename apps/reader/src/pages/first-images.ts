import { PAGE_WIDTHS_PIXELS, type PageWidth } from '@kiosk/domain/reading/limits'

export type HeldImage = { width: PageWidth; address: string }

const held = new Map<number, HeldImage>()

/** Registers the images that the document has already requested, so that they are reused instead of loaded twice. */
export function rememberFirstImages(document: ParentNode): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-page]')) {
    // An image that has not arrived has no `currentSrc`; a lazy one that is not shown is not loaded at all.
    const address = image.loading === 'lazy' ? image.currentSrc : image.src
    const width = Number(URL.canParse(address) ? new URL(address).searchParams.get('width') : 0)
    const known = PAGE_WIDTHS_PIXELS.find((each) => each === width)
    if (known) held.set(Number(image.dataset.page), { width: known, address })
  }
}

export const firstImage = (page: number): HeldImage | null => held.get(page) ?? null
