import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { type CoverImage, coverAddress } from '@kiosk/ui/cover'
import { Icon } from '@kiosk/ui/icon'
import { Shelf } from '@kiosk/ui/shelf'
import { useText } from '../shell/use-text.ts'
import script from './browser/category-rows.ts?worker&url'
import style from './category-accordion.module.css'
import { type Selection, shelfAddress } from './issue-cards.ts'

export type ShelfCategory = { uid: string; title: string; issueCount: number; covers: (CoverImage & { uid: string })[] }

/** Height of the small covers in a header. */
const FAN_HEIGHT_PIXELS = 64

/**
 * Categories as an accordion: each opens a row of its issues, one at a time, which its script loads from the page of the category.
 * Without JavaScript its link leads there. `selection`: the other choices, which remain.
 */
export function CategoryAccordion({ categories, selection }: { categories: readonly ShelfCategory[]; selection: Selection }) {
  const t = useText()
  return (
    <section className={style.section} aria-label={t('CATALOGUE.CATEGORIES')} data-script={script}>
      <h2 className={style.heading}>{t('CATALOGUE.CATEGORIES')}</h2>
      <template data-category-row>
        <Shelf label="" back={t('CATALOGUE.ROW_BACK')} forward={t('CATALOGUE.ROW_FORWARD')}>
          {null}
        </Shelf>
      </template>
      <div className={style.strip}>
        {categories.map(({ uid, title, issueCount, covers }) => (
          <details key={uid} name="category" className={style.panel} data-category={title}>
            <summary className={style.summary}>
              <span className={style.name}>
                <span className={style.title}>{title}</span>
                <span className={style.count}>{t('CATALOGUE.CATEGORY_COUNT', { count: issueCount })}</span>
              </span>
              <span className={style.fan} aria-hidden="true">
                {covers.slice(0, 3).map((cover) => (
                  <img
                    key={cover.uid}
                    src={coverAddress(cover.coverURL, COVER_HEIGHT_PIXELS.carousel)}
                    width={Math.round((cover.coverWidth / cover.coverHeight) * FAN_HEIGHT_PIXELS)}
                    height={FAN_HEIGHT_PIXELS}
                    alt=""
                    loading="lazy"
                    // Small and numerous: the covers of the list below load first.
                    fetchPriority="low"
                    decoding="async"
                    style={{ backgroundColor: cover.coverColour }}
                  />
                ))}
              </span>
              <Icon name="chevron-down" {...(style.chevron && { className: style.chevron })} />
            </summary>
            <div className={style.inside}>
              <p role="alert" hidden>
                {t('CATALOGUE.CATEGORY_FAILED')}
              </p>
              <div className={style.waiting} hidden />
              <a className={style.all} href={shelfAddress({ ...selection, category: uid })}>
                {t('CATALOGUE.CATEGORY_ALL', { category: title })}
              </a>
            </div>
          </details>
        ))}
      </div>
    </section>
  )
}
