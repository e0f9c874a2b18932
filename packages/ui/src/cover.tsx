import style from './cover.module.css'

/** Heights in which covers exist. Pixels. */
const HEIGHTS = [220, 280, 416, 560] as const

export type CoverPicture = {
  /** Address of the picture; the height is asked for by its query `coverheight`. */
  coverURL: string
  /** Pixels of the picture as imported: only the proportions count. */
  coverWidth: number
  coverHeight: number
  /** Shown until the picture is there. */
  coverColour: string
}

type Props = {
  picture: CoverPicture
  alt: string
  /** Height on the screen at most, CSS pixels: the place is reserved by it. */
  height: number
  /** Width on the screen by `sizes` of an `img`; without it the width that belongs to `height`. */
  sizes?: string
  /** Among the first things seen: loaded at once and before others. */
  first?: boolean
  className?: string
  /** Names the cover for the transition to another page that shows it too. */
  transitionName?: string
}

/** A cover in its real proportions: never cropped, never jumping. */
export function Cover({ picture, alt, height, sizes, first, className, transitionName }: Props) {
  const { coverWidth, coverHeight, coverColour } = picture
  const width = Math.max(1, Math.round((coverWidth / coverHeight) * height))
  const widthOf = (each: number) => Math.max(1, Math.round((coverWidth / coverHeight) * each))
  return (
    <img
      className={className ? `${style.cover} ${className}` : style.cover}
      src={coverAddress(picture.coverURL, HEIGHTS.find((each) => each >= height) ?? 560)}
      srcSet={HEIGHTS.map((each) => `${coverAddress(picture.coverURL, each)} ${widthOf(each)}w`).join(', ')}
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

/** The same picture in another height. */
export function coverAddress(address: string, height: number): string {
  const wanted = `coverheight=${height}`
  if (/[?&]coverheight=/.test(address)) return address.replace(/coverheight=\d*/, wanted)
  return address + (address.includes('?') ? '&' : '?') + wanted
}
