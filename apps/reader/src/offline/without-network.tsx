import type { Text } from '../shell/reader-context.ts'
import type { OfflineData } from '../shell/reader-data.ts'
import type { Copy } from './copies.ts'
import { CopyStatus } from './copy-status.tsx'
import { Downloads } from './downloads.tsx'
import styles from './offline.module.css'
import { hidesName } from './signed-out.ts'
import { useCopies } from './use-copies.ts'

type Given = { data: OfflineData; t: Text }

/** The shelf without a network: what lies on this device. */
export function OfflineShelf({ data, t }: Given) {
  return (
    <main className="shelf">
      <p className={styles.house}>{data.siteName}</p>
      <h1>{t('OFFLINE.SHELF')}</h1>
      <p>{t('OFFLINE.SHELF_TEXT')}</p>
      <Downloads caller={data} t={t} />
      <Again t={t} />
    </main>
  )
}

/** An issue that can't be opened without a network: why, and what to do. */
export function ClosedIssue({ copy, others, data, t }: Given & { copy: Copy | null; others: boolean }) {
  const { keeper, copies } = useCopies(data)
  const view = copies?.find(({ uid }) => uid === copy?.uid)
  return (
    <main className="way-on" data-closed="">
      <p className={styles.house}>{data.siteName}</p>
      <h1>{t(copy ? 'OFFLINE.CLOSED' : 'OFFLINE.MISSING')}</h1>
      {copy ? (
        <p>
          {hidesName(view ?? copy) ? (
            <strong>{t('OFFLINE.HIDDEN')}</strong>
          ) : (
            <>
              <strong>{copy.titleLine}</strong> {copy.detailLine}
            </>
          )}
        </p>
      ) : (
        <p>{t('OFFLINE.MISSING_TEXT')}</p>
      )}
      {view && (
        <CopyStatus
          copy={view}
          keeper={keeper}
          t={t}
          language={data.language}
          title={hidesName(view) ? t('OFFLINE.HIDDEN') : view.titleLine}
        />
      )}
      <Again t={t}>
        {others && (
          <a className="other" href="/reader">
            {t('OFFLINE.ALL')}
          </a>
        )}
      </Again>
    </main>
  )
}

function Again({ t, children }: { t: Text; children?: React.ReactNode }) {
  return (
    <p className="ways">
      <button type="button" className={`go ${styles.again}`} onClick={() => location.reload()}>
        {t('OFFLINE.AGAIN')}
      </button>
      {children}
    </p>
  )
}
