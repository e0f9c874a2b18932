import { addressOf } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { Icon } from '@kiosk/ui/icon'
import { IssueCard } from '@kiosk/ui/issue-card'
import { Shelf } from '@kiosk/ui/shelf'
import { Link } from '../../shell/link.tsx'
import { useText } from '../../shell/use-text.ts'
import style from './featured.module.css'
import type { FeaturedTitle } from './featured-title.ts'

/** Featured titles of the market; `null` = the API is unavailable. */
export function Featured({ titles }: { titles: FeaturedTitle[] | null }) {
  const t = useText()
  const head = <h2>{t('HOME.FEATURED')}</h2>
  return (
    <section className={`page later ${style.featured}`}>
      {titles === null || titles.length === 0 ? (
        <>
          {head}
          <p role="status">{t(titles === null ? 'HOME.FEATURED_MISSING' : 'HOME.FEATURED_EMPTY')}</p>
        </>
      ) : (
        <Shelf label={t('HOME.FEATURED')} back={t('SHELL.BACK')} forward={t('SHELL.FORWARD')} head={head}>
          {titles.map((title) => (
            <li key={title.uid} className={style.place}>
              <IssueCard
                href={addressOf('issue', { id: title.uid })}
                picture={title}
                titleLine={title.titleLine}
                detailLine={title.detailLine}
                height={COVER_HEIGHT_PIXELS.carousel}
              />
            </li>
          ))}
        </Shelf>
      )}
      {titles?.length !== 0 && (
        <p className={style.more}>
          <Link to="catalogue">
            {t('HOME.ALL_MAGAZINES')} <Icon name="arrow-right" size={1} />
          </Link>
        </p>
      )}
    </section>
  )
}
