import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { Shelf } from '@kiosk/ui/shelf'
import { useId } from 'react'
import { useText } from '../shell/use-text.ts'
import type { CardIssue } from './issue-cards.ts'
import { IssuePlace } from './issue-place.tsx'
import style from './issue-row.module.css'

/** A named row of issues; `href` links to all of them. */
export function IssueRow({ title, href, issues }: { title: string; href: string | null; issues: readonly CardIssue[] }) {
  const t = useText()
  const heading = useId()
  const head = (
    <div className={style.head}>
      <h2 id={heading} className={style.heading}>
        {title}
      </h2>
      {href && (
        <a className={style.all} href={href} aria-describedby={heading}>
          {t('ISSUE.ALL_OF_ROW')}
        </a>
      )}
    </div>
  )
  return (
    <section className={`later ${style.row}`} aria-labelledby={heading}>
      <Shelf label={title} back={t('CATALOGUE.ROW_BACK')} forward={t('CATALOGUE.ROW_FORWARD')} head={head}>
        {issues.map((issue) => (
          <li key={issue.uid} className={style.place} data-issue={issue.uid}>
            <IssuePlace issue={issue} height={COVER_HEIGHT_PIXELS.carousel} />
          </li>
        ))}
      </Shelf>
    </section>
  )
}
