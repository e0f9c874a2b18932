import style from './cover.module.css'

/** Available cover heights. Pixels. */
const HEIGHTS_PIXELS = [220, 280, 416, 560] as const

export type CoverImage = {
  /** Address of the image; the query `coverheight` selects the height. */
  coverURL: string
  /** Size of the imported image; only its ratio is used. */
  coverWidth: number
  coverHeight: number
  /** Shown until the image has loaded. */
  coverColour: string
}

type Props = {
  picture: CoverImage
  alt: string
  /** Maximum displayed height, used to reserve space. CSS pixels. */
  height: number
  /** Displayed width as `sizes` of an `img`; default: the width for `height`. */
  sizes?: string
  /** Above the fold: loaded eagerly with high priority. */
  first?: boolean
  className?: string
  /** View transition name, for another page that shows the same cover. */
  transitionName?: string
}

/** A cover in its real proportions, without cropping or layout shift. */
export function Cover({ picture: image, alt, height, sizes, first, className, transitionName }: Props) {
  const { coverWidth, coverHeight, coverColour } = image
  const width = Math.max(1, Math.round((coverWidth / coverHeight) * height))
  const widthOf = (each: number) => Math.max(1, Math.round((coverWidth / coverHeight) * each))
  return (
    <img
      className={className ? `${style.cover} ${className}` : style.cover}
      src={coverAddress(image.coverURL, HEIGHTS_PIXELS.find((each) => each >= height) ?? 560)}
      srcSet={HEIGHTS_PIXELS.map((each) => `${coverAddress(image.coverURL, each)} ${widthOf(each)}w`).join(', ')}
      sizes={sizes ?? `${width}px`}
      width={width}
      height={height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding={first ? 'auto' : 'async'}
      fetchPriority={first ? 'high' : undefined}
      style={{ backgroundColor: coverColour, ...(transitionName && { viewTransitionName: transitionName }) }}
    />
  )
}

/** Returns the address of the same image in another height. */
export function coverAddress(address: string, height: number): string {
  const parameter = `coverheight=${height}`
  if (/[?&]coverheight=/.test(address)) return address.replace(/coverheight=\d*/, parameter)
  return address + (address.includes('?') ? '&' : '?') + parameter
}
