import type { ArticlePicture } from '@kiosk/domain/reading/endpoints'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { withNoBreaks } from '@kiosk/domain/reading/no-breaks'
import { type CSSProperties, useState } from 'react'
import { articlePictureAddress, imageAddress, isOfDownload } from '../pages/image-address.ts'
import { useReading } from '../shell/reader-context.ts'
import styles from './article-figure.module.css'

/** `language`: of the caption. */
type Options = { articleId: string; picture: ArticlePicture; language: string; isLead?: boolean }

/**
 * A picture of an article with its caption; its space is reserved before it has loaded. In a download, and where the picture
 * cannot be loaded, a part of the page image is shown.
 */
export function ArticleFigure({ articleId, picture, language, isLead = false }: Options) {
  const { contents, access, t } = useReading()
  const [missing, setMissing] = useState<'picture' | 'both' | null>(null)
  const { caption, credit, alternative, pixels, page, number } = picture
  const { uid } = contents
  const alt = alternative ? t('READER.PICTURE_ALT', { caption: alternative.text }) : t('READER.PICTURE')
  const isCut = isOfDownload(access.signature) || missing !== null
  if (missing === 'both' && !caption && !credit) return null
  return (
    <figure className={styles.figure} data-silent="" data-figure={number} data-lead={isLead || undefined}>
      {missing !== 'both' && (
        <span
          className={styles.picture}
          style={{ '--width': pixels.width, '--height': pixels.height, ...(isCut && partOf(picture)) } as CSSProperties}
          data-part={isCut || undefined}
        >
          <img
            src={
              isCut
                ? imageAddress(uid, page, READING_WIDTH_PIXELS, access.signature)
                : articlePictureAddress(uid, page, articleId, access.signature, number)
            }
            alt={alt}
            lang={alternative ? undefined : document.documentElement.lang}
            decoding="async"
            {...(isLead ? { fetchPriority: 'high' } : { loading: 'lazy' })}
            onError={() => setMissing(isCut ? 'both' : 'picture')}
          />
        </span>
      )}
      {(caption || credit) && (
        <figcaption lang={language}>
          {/* Screen readers get the caption with the picture. */}
          {caption && <span aria-hidden={missing !== 'both' || undefined}>{withNoBreaks(caption)}</span>}{' '}
          {credit && <small>{credit}</small>}
        </figcaption>
      )}
    </figure>
  )
}

/** Places the image of a whole page so that a part of it fills its parent. */
const partOf = ({ x, y, width, height }: ArticlePicture) => ({
  '--page-width': `${100 / width}%`,
  '--page-left': `${(-100 * x) / width}%`,
  '--page-top': `${(-100 * y) / height}%`,
})
