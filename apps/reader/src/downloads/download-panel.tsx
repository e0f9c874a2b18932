import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { Panel } from '../shell/panel.tsx'
import { useReading } from '../shell/reader-context.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'
import type { DownloadManager } from './download-manager.ts'
import { DownloadStatus } from './download-status.tsx'
import type { DownloadView } from './download-views.ts'
import { amount } from './format.ts'
import styles from './offline.module.css'
import { StorageMeter } from './storage-meter.tsx'

type Options = {
  /** null if this browser does not support downloads. */
  manager: DownloadManager | null
  downloads: readonly DownloadView[]
  size: number | null
  onStart?: () => void
  onClose: () => void
}

/** The download of the current issue; without the right to download, the requirements. */
export function DownloadPanel({ manager, downloads, size, onStart, onClose }: Options) {
  const { contents, access, t, language } = useReading()
  const focus = useKeptFocus<HTMLDivElement>()
  const download = downloads.find(({ uid }) => uid === contents.uid)
  return (
    <Panel label={t('OFFLINE.PANEL')} kind="menu" modal onClose={onClose}>
      <div className={styles.panel} data-download-panel="" {...focus}>
        {manager && download && (
          <DownloadStatus download={download} manager={manager} t={t} language={language} title={contents.titleLine} />
        )}
        {manager && !download && access.offline && (
          <>
            <p className={styles.message}>{t('OFFLINE.INTRO')}</p>
            <div className={styles.actions}>
              <button type="button" data-main="" onClick={onStart}>
                {size === null ? t('OFFLINE.DOWNLOAD') : t('OFFLINE.DOWNLOAD_SIZE', { size: amount(size, language) })}
              </button>
            </div>
          </>
        )}
        {!download && !access.offline && <Needs access={access} kind={contents.kind} uid={contents.uid} />}
        {!manager && access.offline && <p className={styles.message}>{t('OFFLINE.NOT_HERE')}</p>}
        {downloads.length > 0 && (
          <>
            <StorageMeter downloads={downloads} t={t} language={language} />
            <p className={styles.all}>
              <a href="/reader">{t('OFFLINE.ALL')}</a>
            </p>
          </>
        )}
      </div>
    </Panel>
  )
}

/** Explains the requirements of offline reading to readers without the right to it. */
function Needs({ access, kind, uid }: { access: Access; kind: Contents['kind']; uid: string }) {
  const { t } = useReading()
  if (access.because === 'devices') {
    return (
      <>
        <p className={styles.message}>{t('OFFLINE.NEEDS_PLACE')}</p>
        <p className={styles.actions}>
          <a data-main="" href={addressOf('devices')}>
            {t('OFFLINE.DEVICES_GO')}
          </a>
        </p>
      </>
    )
  }
  const words = planWords(kind, access)
  if (words === null) return <p className={styles.message}>{t('OFFLINE.NEEDS_NONE')}</p>
  return (
    <>
      <h3>{t('OFFLINE.NEEDS')}</h3>
      <p className={styles.message}>{t(`OFFLINE.NEEDS_${words}`)}</p>
      <p className={styles.actions}>
        <a data-main="" href={addressOf('subscriptions')}>
          {t('OFFLINE.NEEDS_GO')}
        </a>
        {access.because !== null && (
          <a href={addressOf('login', { redirect: readerAddress('/reader', uid) })}>{t('OFFLINE.NEEDS_SIGN_IN')}</a>
        )}
      </p>
    </>
  )
}

/** Returns which message names the plan for downloads of an issue; null if no plan has them. */
function planWords(kind: Contents['kind'], { plans, because }: Access): 'MAGZ' | 'PREMIUM' | 'DEARER' | 'NEWSPAPER' | null {
  const opensWith = (wanted: 'MAGZ' | 'PREMIUM') => plans === undefined || plans.some(({ tier }) => tier === wanted)
  if (kind === 'magazine' && opensWith('MAGZ')) return 'MAGZ'
  if (!opensWith('PREMIUM')) return null
  if (kind === 'magazine') return 'DEARER'
  // Readers who may read a whole newspaper but not download it have MAGZ.
  return because === null ? 'PREMIUM' : 'NEWSPAPER'
}
