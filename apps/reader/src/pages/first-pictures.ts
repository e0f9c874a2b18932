import { PAGE_WIDTHS, type PageWidth } from '@kiosk/domain/reading/terms'

export type HeldPicture = { width: PageWidth; address: string }

const held = new Map<number, HeldPicture>()

/** Notes which pictures the document itself has asked for, so that they are shown on and not loaded twice. */
export function rememberFirstPictures(document: ParentNode): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-page]')) {
    const width = Number(URL.canParse(image.currentSrc) ? new URL(image.currentSrc).searchParams.get('width') : 0)
    const known = PAGE_WIDTHS.find((each) => each === width)
    if (known) held.set(Number(image.dataset.page), { width: known, address: image.currentSrc })
  }
}

export const firstPicture = (page: number): HeldPicture | null => held.get(page) ?? null
