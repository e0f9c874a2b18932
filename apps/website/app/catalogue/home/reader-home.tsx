import type { Shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { CardRow } from '../../library/card-row.tsx'
import { LibraryCard, NewIssueCard } from '../../library/library-card.tsx'
import { useText } from '../../shell/use-text.ts'

/** Issues of a row: a line of the widest window. */
const IN_ROW = 6

/** Returns the part of a shelf that the home page shows. */
export function homeShelf({ continueReading, favourites, recommendations, newspapers, magazines }: Shelf): Shelf {
  const unread = [...favourites].sort((a, b) => Number(b.fresh) - Number(a.fresh))
  return {
    continueReading: continueReading.slice(0, IN_ROW),
    favourites: unread.slice(0, IN_ROW),
    recommendations: { on: recommendations.on, issues: recommendations.issues.slice(0, IN_ROW) },
    newspapers: newspapers.slice(0, IN_ROW),
    magazines: magazines.slice(0, IN_ROW),
  }
}

/** What a signed-in reader comes for; a row without issues is omitted. */
export function ReaderHome({ shelf }: { shelf: Shelf }) {
  const t = useText()
  const { continueReading, favourites, recommendations, newspapers, magazines } = shelf
  return (
    <div className="page">
      <CardRow title={t('SHELF.CONTINUE')}>
        {continueReading.map(({ issue, place }) => (
          <LibraryCard key={issue.uid} issue={issue} place={place} />
        ))}
      </CardRow>
      <CardRow title={t('SHELF.NEWSPAPERS')}>
        {newspapers.map((issue) => (
          <NewIssueCard key={issue.uid} issue={issue} />
        ))}
      </CardRow>
      <CardRow title={t('SHELF.FAVOURITES')}>
        {favourites.map(({ issue, fresh }) => (
          <LibraryCard key={issue.uid} issue={issue} fresh={fresh} />
        ))}
      </CardRow>
      <CardRow title={t('SHELF.FOR_YOU')}>
        {recommendations.issues.map(({ issue, because }) => (
          <LibraryCard key={issue.uid} issue={issue} because={t('SHELF.BECAUSE', { name: because })} />
        ))}
      </CardRow>
      <CardRow title={t('SHELF.NEW_MAGAZINES')}>
        {magazines.map((issue) => (
          <NewIssueCard key={issue.uid} issue={issue} />
        ))}
      </CardRow>
    </div>
  )
}
