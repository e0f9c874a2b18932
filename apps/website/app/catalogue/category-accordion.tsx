import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { type CoverImage, coverAddress } from '@kiosk/ui/cover'
import { Icon } from '@kiosk/ui/icon'
import { Shelf } from '@kiosk/ui/shelf'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../shell/use-text.ts'
import style from './category-accordion.module.css'
import { type CardIssue, type Selection, type ShelfPage, shelfAddress, shelfDataAddress } from './issue-cards.ts'
import { IssuePlace } from './issue-place.tsx'

export type ShelfCategory = { uid: string; title: string; issueCount: number; covers: (CoverImage & { uid: string })[] }

/**
 * Categories as an accordion: each opens a row of its issues, one at a time. Without JavaScript its link leads to all of
 * them. `selection`: the other choices, which remain.
 */
export function CategoryAccordion({ categories, selection }: { categories: readonly ShelfCategory[]; selection: Selection }) {
  const t = useText()
  return (
    <section className={style.section} aria-label={t('CATALOGUE.CATEGORIES')}>
      <h2 className={style.heading}>{t('CATALOGUE.CATEGORIES')}</h2>
      <div className={style.strip}>
        {categories.map((category) => (
          <CategoryDrawer key={category.uid} category={category} selection={selection} />
        ))}
      </div>
    </section>
  )
}

/** Height of the small covers in a header. */
const FAN_HEIGHT_PIXELS = 64

type Row = { state: 'closed' | 'loading' | 'failed' } | { state: 'there'; issues: CardIssue[] }

function CategoryDrawer({ category, selection: others }: { category: ShelfCategory; selection: Selection }) {
  const t = useText()
  const [row, setRow] = useState<Row>({ state: 'closed' })
  const { uid, title, issueCount, covers } = category
  const selection = { ...others, category: uid }

  const drawer = useRef<HTMLDetailsElement>(null)
  const open = async () => {
    setRow({ state: 'loading' })
    try {
      const response = await fetch(shelfDataAddress(selection, null), { headers: { accept: 'application/json' } })
      if (!response.ok) throw new Error(String(response.status))
      setRow({ state: 'there', issues: ((await response.json()) as ShelfPage).issues })
    } catch {
      setRow({ state: 'failed' })
    }
  }
  // An item opened before hydration sends no toggle event.
  const openIfOpen = useEffectEvent(() => {
    if (drawer.current?.open) void open()
  })
  useEffect(() => openIfOpen(), [])
  const all = (
    <a className={style.all} href={shelfAddress(selection)}>
      {t('CATALOGUE.CATEGORY_ALL', { category: title })}
    </a>
  )
  return (
    <details
      ref={drawer}
      name="category"
      className={style.panel}
      onToggle={(event) => {
        if (event.currentTarget.open && (row.state === 'closed' || row.state === 'failed')) void open()
      }}
    >
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
      <div className={style.inside} aria-busy={row.state === 'loading'}>
        {row.state === 'failed' && <p role="alert">{t('CATALOGUE.CATEGORY_FAILED')}</p>}
        {row.state === 'loading' && <div className={style.waiting} />}
        {row.state === 'there' && (
          <Shelf label={title} back={t('CATALOGUE.ROW_BACK')} forward={t('CATALOGUE.ROW_FORWARD')} head={all}>
            {row.issues.map((issue) => (
              <li key={issue.uid} data-issue={issue.uid}>
                <IssuePlace issue={issue} height={COVER_HEIGHT_PIXELS.carousel} />
              </li>
            ))}
          </Shelf>
        )}
        {row.state !== 'there' && all}
      </div>
    </details>
  )
}
