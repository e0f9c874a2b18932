import { linkList } from '@kiosk/contract/routes'
import { addressOf, afterOf } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS, COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import { LINK_TARGET } from '@kiosk/domain/content/link-target'
import { topicMessages } from '@kiosk/i18n/messages/topics'
import type { PackedMessages } from '@kiosk/i18n/translate'
import { coverAddress, preloadCover } from '@kiosk/ui/cover'
import type { LoaderFunctionArgs } from 'react-router'
import end from '../catalogue/issue-feed.module.css'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import script from './browser/link-list.ts?worker&url'
import style from './link-in-bio-screen.module.css'
import { TextPage } from './text-page.tsx'

type Post = { imageUrl: string; targetUrl: string; title: string }
type LoaderData = { words: PackedMessages; posts: Post[]; after: string | null }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<LoaderData> {
  const ctx = requestContext(context)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { posts, nextUrl } = await ctx.call(linkList, { query: { after } })
  return {
    words: ctx.packedWords(topicMessages),
    posts: posts.filter(({ targetUrl }) => LINK_TARGET.test(targetUrl)),
    after: afterOf(nextUrl),
  }
}

/** `sizes` of an image in the grid. */
const SHOWN_WIDTH = '(max-width: 600px) 45vw, 14rem'

/** A grid of images, and a link to more, which its script adds. */
export default function LinkInBioScreen({ loaderData: { posts, after } }: { loaderData: LoaderData }) {
  const t = useText()
  return (
    <TextPage wide title={t('LINKS.TITLE')} lead={t(posts.length ? 'LINKS.LEAD' : 'LINKS.EMPTY')}>
      <ul className={style.grid} data-links>
        {posts.map(({ imageUrl, targetUrl, title }, place) => (
          <li
            key={`${targetUrl} ${imageUrl}`}
            // The element below the list comes near a screen later.
            {...(after && place === posts.length - 1 && { 'data-script': script, 'data-near': '' })}
          >
            <a href={targetUrl} target="_blank" rel="noopener">
              {/* All have the same size, so any of those in sight may be the largest one. */}
              <Picture address={imageUrl} alt={t('LINKS.OPEN', { title: title || t('LINKS.UNTITLED') })} first={place < 6} />
            </a>
          </li>
        ))}
      </ul>
      {posts.length === 0 && !after && (
        <p>
          <a href={addressOf('catalogue')}>{t('LINKS.CATALOGUE')}</a>
        </p>
      )}
      {after && (
        <div className={end.end} data-script={script} data-near data-endless>
          <p className={style.loading} role="status" data-loading={t('LINKS.LOADING')} />
          <a className="button quiet" rel="next" href={addressOf('linkInBio', { after })}>
            {t('LINKS.MORE')}
          </a>
        </div>
      )}
    </TextPage>
  )
}

/** The cover of an issue in several sizes, or an image of the operator. */
function Picture({ address, alt, first }: { address: string; alt: string; first: boolean }) {
  const covers = isCover(address) ? coverSources(address) : null
  const src = covers ? coverAddress(address, COVER_HEIGHT_PIXELS.top) : address
  const priority = { loading: first ? 'eager' : 'lazy', fetchPriority: first ? 'high' : undefined } as const
  const image = <img src={src} alt={alt} {...priority} width={560} height={560} />
  if (!covers) return image
  if (first) preloadCover(src, covers, SHOWN_WIDTH)
  return (
    <picture>
      <source type="image/avif" srcSet={covers} sizes={SHOWN_WIDTH} />
      {image}
    </picture>
  )
}

/** Whether an image is the cover of an issue, which has several sizes; the operator's own images have one. */
function isCover(address: string): boolean {
  return /[?&]coverheight=/.test(address)
}

/** Returns the sizes of a cover as `srcset`. The list does not know its proportions, which are near 3:4. */
function coverSources(address: string): string {
  return COVER_HEIGHTS_PIXELS.map((height) => `${coverAddress(address, height, 'avif')} ${(height * 3) / 4}w`).join(', ')
}
