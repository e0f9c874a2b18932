import { preload } from 'react-dom'
import style from './cover.module.css'

/** Heights in which the server has covers: those of `COVER_HEIGHT_PIXELS` (packages/domain/src/catalogue/limits.ts). Pixels. */
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

/** Image formats that the address of a cover can name. */
type CoverFormat = 'avif' | 'webp' | 'jpeg'

/**
 * The attributes of a cover in one place of a page that depend on its image and displayed height. `srcSet` is AVIF in all
 * heights; `src` is WebP in one height, for browsers without AVIF.
 */
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
  /** View transition name, for a transition to another page with the same cover. */
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
    srcSet: HEIGHTS_PIXELS.map((each) => `${coverAddress(coverURL, each, 'avif')} ${widthOf(each)}w`).join(', '),
    width: widthOf(height),
    colour: coverColour,
  }
}

/** A cover whose attributes were computed before. */
export function PlacedCoverImage({ cover, alt, height, sizes, first, className, transitionName }: PlacedProps) {
  const { src, srcSet, width, colour } = cover
  const shownWidth = sizes ?? `${width}px`
  if (first) preloadCover(src, srcSet, shownWidth)
  return (
    <picture className={style.formats}>
      <source type="image/avif" srcSet={srcSet} sizes={shownWidth} />
      <img
        className={className ? `${style.cover} ${className}` : style.cover}
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        decoding={first ? 'auto' : 'async'}
        fetchPriority={first ? 'high' : undefined}
        style={{ backgroundColor: colour, ...(transitionName && { viewTransitionName: transitionName }) }}
      />
    </picture>
  )
}

/**
 * Lets browsers with AVIF request a cover as soon as they see the head of the page. React does so only for images outside
 * `<picture>`.
 */
export function preloadCover(src: string, srcSet: string, sizes: string): void {
  preload(src, { as: 'image', type: 'image/avif', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' })
}

/** Returns the address of the same image in another height and format. */
export function coverAddress(address: string, height: number, format: CoverFormat = 'webp'): string {
  return withParameter(withParameter(address, 'coverheight', height), 'format', format)
}

// A list has hundreds of addresses, so the expressions are created only once.
const PARAMETERS = { coverheight: /([?&]coverheight=)[^&]*/, format: /([?&]format=)[^&]*/ }

function withParameter(address: string, name: keyof typeof PARAMETERS, value: string | number): string {
  const known = PARAMETERS[name]
  if (known.test(address)) return address.replace(known, `$1${value}`)
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`
}
