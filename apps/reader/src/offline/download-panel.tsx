import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { Panel } from '../shell/panel.tsx'
import { useReading } from '../shell/reader-context.ts'
import { amount } from './amounts.ts'
import { CopyStatus } from './copy-status.tsx'
import type { CopyView, Keeper } from './keeper.ts'
import styles from './offline.module.css'
import { RoomMeter } from './room-meter.tsx'

type Given = {
  /** null where this browser can't keep anything. */
  keeper: Keeper | null
  copies: readonly CopyView[]
  size: number | null
  onStart?: () => void
  onClose: () => void
}

/** All about the copy of the issue in hand; where there may be none, what it takes. */
export function DownloadPanel({ keeper, copies, size, onStart, onClose }: Given) {
  const { contents, access, t, language } = useReading()
  const copy = copies.find(({ uid }) => uid === contents.uid)
  return (
    <Panel label={t('OFFLINE.PANEL')} kind="menu" modal onClose={onClose}>
      <div className={styles.panel} data-download-panel="">
        {keeper && copy && <CopyStatus copy={copy} keeper={keeper} t={t} language={language} title={contents.titleLine} />}
        {keeper && !copy && access.offline && (
          <>
            <p className={styles.said}>{t('OFFLINE.INTRO')}</p>
            <div className={styles.actions}>
              <button type="button" data-main="" onClick={onStart}>
                {size === null ? t('OFFLINE.DOWNLOAD') : t('OFFLINE.DOWNLOAD_SIZE', { size: amount(size, language) })}
              </button>
            </div>
          </>
        )}
        {!copy && !access.offline && <Needs access={access} kind={contents.kind} uid={contents.uid} />}
        {!keeper && access.offline && <p className={styles.said}>{t('OFFLINE.NOT_HERE')}</p>}
        {copies.length > 0 && (
          <>
            <RoomMeter copies={copies} t={t} language={language} />
            <p className={styles.all}>
              <a href="/reader">{t('OFFLINE.ALL')}</a>
            </p>
          </>
        )}
      </div>
    </Panel>
  )
}

/** What reading without a network takes, for those who have not got it. */
function Needs({ access, kind, uid }: { access: Access; kind: Contents['kind']; uid: string }) {
  const { t } = useReading()
  if (access.because === 'devices') {
    return (
      <>
        <p className={styles.said}>{t('OFFLINE.NEEDS_PLACE')}</p>
        <p className={styles.actions}>
          <a data-main="" href={addressOf('devices')}>
            {t('OFFLINE.DEVICES_GO')}
          </a>
        </p>
      </>
    )
  }
  // Who reads a newspaper to the end without taking it along has MAGZ.
  const words = kind === 'magazine' ? 'MAGZ' : access.because === null ? 'PREMIUM' : 'NEWSPAPER'
  return (
    <>
      <h3>{t('OFFLINE.NEEDS')}</h3>
      <p className={styles.said}>{t(`OFFLINE.NEEDS_${words}`)}</p>
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
