import { issuePagePicture } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { EditedArticle } from '@kiosk/domain/staff/article-edits'
import { Button } from '../pieces/button.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './articles.module.css'

type Props = {
  uid: string
  pages: readonly { width: number; height: number }[]
  page: number
  articles: readonly EditedArticle[]
  selected: string
  onPage(page: number): void
  onSelect(key: string): void
}

const percent = (fraction: number) => `${fraction * 100}%`

/** A page with the regions of its articles; a press on one selects its article. */
export function PagePicture({ uid, pages, page, articles, selected, onPage, onSelect }: Props) {
  const t = useText()
  const { width, height } = pages[page - 1] ?? { width: 1, height: 1 }
  const regions = articles.flatMap(({ key, headline, regions }) =>
    regions.map((region, index) => ({ ...region, key, headline, index })).filter((region) => region.page === page),
  )
  return (
    <div className={style.picture}>
      <div className={style.turn}>
        <Button kind="quiet" isDisabled={page <= 1} onPress={() => onPage(page - 1)} aria-label={t('DESK.UPLOAD.PAGE_BEFORE')}>
          ←
        </Button>
        <span aria-live="polite">{t('DESK.UPLOAD.PAGE_OF', { page })}</span>
        <Button
          kind="quiet"
          isDisabled={page >= pages.length}
          onPress={() => onPage(page + 1)}
          aria-label={t('DESK.UPLOAD.PAGE_AFTER')}
        >
          →
        </Button>
      </div>
      <div className={style.page} style={{ aspectRatio: `${width} / ${height}` }}>
        <img key={page} src={apiAddress(issuePagePicture, { uid, page })} alt={t('DESK.ARTICLES.PAGE_PICTURE', { page })} />
        {/* The selected one last, so that it lies above the others. */}
        {regions
          .toSorted((a, b) => Number(a.key === selected) - Number(b.key === selected))
          .map((region) => (
            <button
              key={`${region.key} ${region.index}`}
              type="button"
              tabIndex={-1}
              aria-label={`${region.headline}, ${t('DESK.ARTICLES.REGION_OF', { number: region.index + 1 })}`}
              aria-pressed={region.key === selected}
              className={style.region}
              style={{
                left: percent(region.x),
                top: percent(region.y),
                width: percent(region.width),
                height: percent(region.height),
              }}
              onClick={() => onSelect(region.key)}
            >
              {region.key === selected && region.index + 1}
            </button>
          ))}
      </div>
    </div>
  )
}
