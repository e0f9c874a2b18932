import { addressOf } from '@kiosk/domain/addresses'
import { BottomBar } from '@kiosk/ui/bottom-bar'
import { Icon, type IconName } from '@kiosk/ui/icon'
import { Wordmark } from '@kiosk/ui/wordmark'
import type { ReactNode } from 'react'
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
    <OfflineFrame data={data} t={t} kind="shelf">
      <h1>{t('OFFLINE.SHELF')}</h1>
      <p>{t('OFFLINE.SHELF_TEXT')}</p>
      <Downloads caller={data} t={t} />
      <Again t={t} />
    </OfflineFrame>
  )
}

/** Says that signing out needs the network, and what has been done so far. */
export function WaitingSignOut({ data, t }: Options) {
  return (
    <OfflineFrame data={data} t={t} kind="way-on">
      <h1>{t('OFFLINE.SIGN_OUT')}</h1>
      <p>{t('OFFLINE.SIGN_OUT_TEXT')}</p>
      <Again t={t} />
    </OfflineFrame>
  )
}

/** Explains why an issue cannot be opened offline, and what to do. */
export function ClosedIssue({ download, others, data, t }: Options & { download: Download | null; others: boolean }) {
  const { manager, downloads } = useDownloads(data)
  const view = downloads?.find(({ uid }) => uid === download?.uid)
  return (
    <OfflineFrame data={data} t={t} kind="way-on">
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
          download={view}
          manager={manager}
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
    </OfflineFrame>
  )
}

/** Destinations of the bottom bar. Whether somebody is signed in is unknown: visitors get to the login from the profile. */
const destinations: readonly { href: string; icon: IconName; name: string }[] = [
  { href: addressOf('home'), icon: 'house', name: 'SHELL.HOME' },
  { href: addressOf('catalogue'), icon: 'newspaper', name: 'SHELL.MAGAZINES' },
  { href: addressOf('shelf'), icon: 'library', name: 'SHELL.MY_SHELF' },
  { href: addressOf('account'), icon: 'user', name: 'SHELL.PROFILE' },
]

/** Wordmark and bottom bar around a page, as on the website. */
function OfflineFrame({ data, t, kind, children }: Options & { kind: 'shelf' | 'way-on'; children: ReactNode }) {
  return (
    <>
      <main className={`${kind} ${styles.offline}`} data-closed={kind === 'way-on' ? '' : undefined}>
        <p className={styles.siteName}>
          <Wordmark siteName={data.siteName} href={addressOf('home')} />
        </p>
        {children}
      </main>
      <BottomBar label={t('SHELL.BOTTOM_MENU')}>
        {destinations.map(({ href, icon, name }) => (
          <li key={href}>
            <a href={href} aria-current={location.pathname === href ? 'page' : undefined}>
              <Icon name={icon} />
              {t(name)}
            </a>
          </li>
        ))}
      </BottomBar>
    </>
  )
}

function Again({ t, children }: { t: Text; children?: ReactNode }) {
  return (
    <p className="ways">
      <button type="button" className={`go ${styles.retry}`} onClick={() => location.reload()}>
        {t('OFFLINE.AGAIN')}
      </button>
      {children}
    </p>
  )
}
