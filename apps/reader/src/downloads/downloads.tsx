import { readerAddress } from '@kiosk/domain/addresses'
import { useEffect, useState } from 'react'
import type { Text } from '../shell/reader-context.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'
import { canStoreDownloads } from './download-manager.ts'
import { DownloadStatus } from './download-status.tsx'
import type { DownloadView } from './download-views.ts'
import styles from './offline.module.css'
import type { Caller } from './server-api.ts'
import { hidesName } from './signed-out.ts'
import { StorageMeter } from './storage-meter.tsx'
import { useDownloads } from './use-downloads.ts'

type Options = {
  caller: Caller
  /** Messages of `offlineWords`. */
  t: Text
  /** Level of the heading above the list. */
  level?: 1 | 2
}

/** All downloads on this device with their state and size, for the shelf, online and offline. */
export function Downloads(options: Options) {
  return canStoreDownloads() ? <List {...options} /> : null
}

function List({ caller, t, level = 2 }: Options) {
  const { manager, downloads } = useDownloads(caller)
  const focus = useKeptFocus<HTMLElement>()
  const Heading = `h${level}` as const
  if (!downloads) return null
  return (
    <section className={styles.downloads} aria-label={t('OFFLINE.TITLE')} data-downloads="" {...focus}>
      <Heading tabIndex={-1}>{t('OFFLINE.TITLE')}</Heading>
      <p className={styles.intro}>{t(downloads.length ? 'OFFLINE.INTRO' : 'OFFLINE.NONE')}</p>
      <StorageMeter downloads={downloads} t={t} language={caller.language} />
      <ul className={styles.list}>
        {downloads.map((download) => (
          <li key={download.uid} data-uid={download.uid}>
            <Cover download={download} />
            <div className={styles.about}>
              <p className={styles.name}>
                {download.lock ? (
                  <strong>{hidesName(download) ? t('OFFLINE.HIDDEN') : download.titleLine}</strong>
                ) : (
                  <a href={readerAddress('/reader', download.uid)}>
                    <strong>{download.titleLine}</strong>
                  </a>
                )}
                {!hidesName(download) && <small>{download.detailLine}</small>}
                {download.lock && <span className={styles.mark}>{t('OFFLINE.LOCKED')}</span>}
              </p>
              <DownloadStatus
                download={download}
                manager={manager}
                t={t}
                language={caller.language}
                title={hidesName(download) ? t('OFFLINE.HIDDEN') : download.titleLine}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cover({ download }: { download: DownloadView }) {
  const { coverColour, lock } = download
  const cover = hidesName(download) ? null : download.cover
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!cover) return
    const made = URL.createObjectURL(cover)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [cover])
  return (
    <span
      className={styles.cover}
      data-locked={lock ? '' : undefined}
      style={coverColour ? { background: coverColour } : undefined}
    >
      {address && <img src={address} alt="" />}
    </span>
  )
}
