import type { Text } from '../shell/reader-context.ts'
import type { OfflineData } from '../shell/reader-data.ts'
import { DownloadStatus } from './download-status.tsx'
import type { Download } from './download-store.ts'
import { Downloads } from './downloads.tsx'
import styles from './offline.module.css'
import { hidesName } from './signed-out.ts'
import { useDownloads } from './use-downloads.ts'

type Options = { data: OfflineData; t: Text }

/** The offline shelf, with the issues on this device. */
export function OfflineShelf({ data, t }: Options) {
  return (
    <main className="shelf">
      <p className={styles.siteName}>{data.siteName}</p>
      <h1>{t('OFFLINE.SHELF')}</h1>
      <p>{t('OFFLINE.SHELF_TEXT')}</p>
      <Downloads caller={data} t={t} />
      <Again t={t} />
    </main>
  )
}

/** Explains why an issue cannot be opened offline, and what to do. */
export function ClosedIssue({ copy: download, others, data, t }: Options & { copy: Download | null; others: boolean }) {
  const { keeper: manager, copies: downloads } = useDownloads(data)
  const view = downloads?.find(({ uid }) => uid === download?.uid)
  return (
    <main className="way-on" data-closed="">
      <p className={styles.siteName}>{data.siteName}</p>
      <h1>{t(download ? 'OFFLINE.CLOSED' : 'OFFLINE.MISSING')}</h1>
      {download ? (
        <p>
          {hidesName(view ?? download) ? (
            <strong>{t('OFFLINE.HIDDEN')}</strong>
          ) : (
            <>
              <strong>{download.titleLine}</strong> {download.detailLine}
            </>
          )}
        </p>
      ) : (
        <p>{t('OFFLINE.MISSING_TEXT')}</p>
      )}
      {view && (
        <DownloadStatus
          copy={view}
          keeper={manager}
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
      <button type="button" className={`go ${styles.retry}`} onClick={() => location.reload()}>
        {t('OFFLINE.AGAIN')}
      </button>
      {children}
    </p>
  )
}
