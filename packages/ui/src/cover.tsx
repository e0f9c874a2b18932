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

/** A cover in one place of a page: the attributes that depend on its image and its displayed height. */
export type PlacedCover = { src: string; srcSet: string; width: number | string; colour: string }

type PlacedProps = {
  cover: PlacedCover
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
export function Cover({ picture, ...props }: Omit<PlacedProps, 'cover'> & { picture: CoverImage }) {
  return <PlacedCoverImage cover={placeCover(picture, props.height)} {...props} />
}

/** Returns the attributes of a cover that is displayed with a height in CSS pixels. */
export function placeCover({ coverURL, coverWidth, coverHeight, coverColour }: CoverImage, height: number): PlacedCover {
  const widthOf = (each: number) => Math.max(1, Math.round((coverWidth / coverHeight) * each))
  return {
    src: coverAddress(coverURL, HEIGHTS_PIXELS.find((each) => each >= height) ?? 560),
    srcSet: HEIGHTS_PIXELS.map((each) => `${coverAddress(coverURL, each)} ${widthOf(each)}w`).join(', '),
    width: widthOf(height),
    colour: coverColour,
  }
}

/** A cover whose attributes were computed before. */
export function PlacedCoverImage({ cover, alt, height, sizes, first, className, transitionName }: PlacedProps) {
  const { src, srcSet, width, colour } = cover
  return (
    <img
      className={className ? `${style.cover} ${className}` : style.cover}
      src={src}
      srcSet={srcSet}
      sizes={sizes ?? `${width}px`}
      width={width}
      height={height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding={first ? 'auto' : 'async'}
      fetchPriority={first ? 'high' : undefined}
      style={{ backgroundColor: colour, ...(transitionName && { viewTransitionName: transitionName }) }}
    />
  )
}

/** Returns the address of the same image in another height. */
export function coverAddress(address: string, height: number): string {
  const parameter = `coverheight=${height}`
  if (/[?&]coverheight=/.test(address)) return address.replace(/coverheight=\d*/, parameter)
  return address + (address.includes('?') ? '&' : '?') + parameter
}
