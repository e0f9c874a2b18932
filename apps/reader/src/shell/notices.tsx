import { ElsewhereNotice } from '../places/elsewhere-notice.tsx'
import { useReading } from './reader-context.ts'
import { ToolsHint } from './tools-hint.tsx'

type Options = {
  /** The notice whose turn it is; null = none. */
  shown: 'elsewhere' | 'hint' | null
  over: 'list' | 'pages'
  elsewhere: { page: number | null; dismiss(): void }
  onGo(page: number): void
  onHintClosed(): void
  onHeight(height: number): void
}

/** What the reader is told over the pages or the list: one notice at a time. */
export function Notices({ shown, over, elsewhere, onGo, onHintClosed, onHeight }: Options) {
  const { t } = useReading()
  const page = shown === 'elsewhere' ? elsewhere.page : null
  return (
    <>
      <p className="unseen" role="status">
        {page !== null && `${t('READER.ELSEWHERE_PAGE', { page })} ${t('READER.ELSEWHERE_GO')}`}
      </p>
      {page !== null && (
        <ElsewhereNotice
          page={page}
          over={over}
          onHeight={onHeight}
          onGo={() => {
            elsewhere.dismiss()
            onGo(page)
          }}
          onClose={elsewhere.dismiss}
        />
      )}
      {shown === 'hint' && <ToolsHint over={over} onHeight={onHeight} onClose={onHintClosed} />}
    </>
  )
}
