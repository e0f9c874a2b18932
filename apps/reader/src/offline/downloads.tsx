import { readerAddress } from '@kiosk/domain/addresses'
import { useEffect, useState } from 'react'
import type { Text } from '../shell/reader-context.ts'
import { CopyStatus } from './copy-status.tsx'
import type { Caller } from './house-api.ts'
import { type CopyView, canKeepCopies } from './keeper.ts'
import styles from './offline.module.css'
import { RoomMeter } from './room-meter.tsx'
import { hidesName } from './signed-out.ts'
import { useCopies } from './use-copies.ts'

type Given = {
  caller: Caller
  /** Words of `offlineWords`. */
  t: Text
  /** Level of the heading above them. */
  level?: 1 | 2
}

/** Every issue on this device, with its state, and the room they take. For the shelf, with and without a network. */
export function Downloads(given: Given) {
  return canKeepCopies() ? <List {...given} /> : null
}

function List({ caller, t, level = 2 }: Given) {
  const { keeper, copies } = useCopies(caller)
  const Heading = `h${level}` as const
  if (!copies) return null
  return (
    <section className={styles.downloads} aria-label={t('OFFLINE.TITLE')} data-downloads="">
      <Heading>{t('OFFLINE.TITLE')}</Heading>
      <p className={styles.intro}>{t(copies.length ? 'OFFLINE.INTRO' : 'OFFLINE.NONE')}</p>
      <RoomMeter copies={copies} t={t} language={caller.language} />
      <ul className={styles.list}>
        {copies.map((copy) => (
          <li key={copy.uid} data-uid={copy.uid}>
            <Cover copy={copy} />
            <div className={styles.about}>
              <p className={styles.name}>
                {copy.lock ? (
                  <strong>{hidesName(copy) ? t('OFFLINE.HIDDEN') : copy.titleLine}</strong>
                ) : (
                  <a href={readerAddress('/reader', copy.uid)}>
                    <strong>{copy.titleLine}</strong>
                  </a>
                )}
                {!hidesName(copy) && <small>{copy.detailLine}</small>}
                {copy.lock && <span className={styles.mark}>{t('OFFLINE.LOCKED')}</span>}
              </p>
              <CopyStatus
                copy={copy}
                keeper={keeper}
                t={t}
                language={caller.language}
                title={hidesName(copy) ? t('OFFLINE.HIDDEN') : copy.titleLine}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cover({ copy }: { copy: CopyView }) {
  const { coverColour, lock } = copy
  const cover = hidesName(copy) ? null : copy.cover
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
