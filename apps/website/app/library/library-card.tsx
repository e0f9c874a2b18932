import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import type { Place, ShelfIssue } from '@kiosk/domain/reading/shelf-endpoints'
import { IssueCard } from '@kiosk/ui/issue-card'
import type { ReactNode } from 'react'
import { useText } from '../shell/use-text.ts'
import style from './library.module.css'

type Props = {
  issue: ShelfIssue
  /** Default: the reader's position in the issue. */
  href?: string
  /** Last reading position. */
  place?: Place
  /** Published since the title was last opened. */
  fresh?: boolean
  /** Reason for the recommendation. */
  because?: string
  children?: ReactNode
}

/** An issue in a list. The reader's script adds a download button. */
export function LibraryCard({ issue, href, place, fresh, because, children }: Props) {
  const t = useText()
  const where = place && t('SHELF.PAGE_OF', { page: place.page, count: issue.pageCount })
  return (
    <li className={style.card} data-take-along={issue.uid}>
      <IssueCard
        href={href ?? readerAddress('/reader', issue.uid, { page: place?.page, article: place?.article ?? undefined })}
        picture={issue}
        titleLine={issue.titleLine}
        detailLine={issue.detailLine}
        height={COVER_HEIGHT_PIXELS.carousel}
        badges={fresh ? [{ key: 'fresh', label: t('SHELF.NEW') }] : []}
      />
      {because && <p className={style.about}>{because}</p>}
      {place && (
        <>
          <p className={style.about}>{where}</p>
          <progress max={issue.pageCount} value={place.page} aria-label={where} />
        </>
      )}
      {children}
    </li>
  )
}

/** The card of an issue that the reader may not know: it leads to its page, which tells what may be read. */
export function NewIssueCard({ issue }: Pick<Props, 'issue'>) {
  return <LibraryCard issue={issue} href={addressOf('issue', { id: issue.uid })} />
}
