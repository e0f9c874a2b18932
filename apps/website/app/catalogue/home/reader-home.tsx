import { CardRow } from '../../library/card-row.tsx'
import { useText } from '../../shell/use-text.ts'
import type { HomeOfReader } from './home-of-reader.ts'

/** What a signed-in reader comes for; a row without issues is omitted. */
export function ReaderHome({ own }: { own: HomeOfReader }) {
  const t = useText()
  return (
    <div className="page">
      <CardRow title={t('SHELF.CONTINUE')} cards={own.continueReading} />
      <CardRow title={t('SHELF.NEWSPAPERS')} cards={own.newspapers} />
      <CardRow title={t('SHELF.FAVOURITES')} cards={own.favourites} />
      <CardRow title={t('SHELF.FOR_YOU')} cards={own.recommendations} />
      <CardRow title={t('SHELF.NEW_MAGAZINES')} cards={own.magazines} />
    </div>
  )
}
