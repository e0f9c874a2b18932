import styles from '../shell/notice.module.css'
import { Notice } from '../shell/notice.tsx'
import { useReading } from '../shell/reader-context.ts'

type Options = {
  page: number
  over: 'list' | 'pages'
  onHeight: (height: number) => void
  onGo: () => void
  onClose: () => void
}

/** Offers to continue where another device of the account has read. */
export function ElsewhereNotice({ page, over, onHeight, onGo, onClose }: Options) {
  const { t } = useReading()
  return (
    <Notice label={t('READER.ELSEWHERE')} name="elsewhere" over={over} onHeight={onHeight} onClose={onClose}>
      <p>{t('READER.ELSEWHERE_PAGE', { page })}</p>
      <button type="button" className={styles.go} onClick={onGo}>
        {t('READER.ELSEWHERE_GO')}
      </button>
    </Notice>
  )
}
