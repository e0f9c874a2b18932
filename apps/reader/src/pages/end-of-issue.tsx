import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { useEffect, useState } from 'react'
import type { ReadNext } from '../shell/reader-api.ts'
import { useReading } from '../shell/reader-context.ts'
import styles from './stop-card.module.css'

/** Covers of other issues on the slide. */
const OTHERS = 4

/** The slide after the last page: the title's latest issue, its other issues, and what its readers also read. */
export function EndOfIssue({ current }: { current: boolean }) {
  const { access, contents, t } = useReading()
  const next = useReadNext(current)
  const latest = next?.latest
  return (
    <section className={styles.card} data-end="" aria-labelledby="end-heading">
      <h2 id="end-heading">{t('READER.END')}</h2>
      <p lang={contents.language}>
        {contents.titleLine}, {contents.detailLine}
      </p>
      <p className={styles.actions}>
        {latest && (
          <a className={styles.primary} href={readerAddress('/reader', latest.uid)}>
            {t('READER.END_LATEST', { detail: latest.detailLine })}
          </a>
        )}
        {next && (
          <a className={styles.other} href={addressOf('title', { magazinekey: next.magazineKey })}>
            {t('READER.END_TITLE', { title: contents.titleLine })}
          </a>
        )}
        {access.ads && (
          <a
            className={styles.secondary}
            href={addressOf('subscriptions', { redirect: addressOf('issue', { id: contents.uid }) })}
          >
            {t('READER.END_WITHOUT_ADS')}
          </a>
        )}
        <a className={styles.secondary} href={addressOf('shelf')}>
          {t('READER.END_SHELF')}
        </a>
      </p>
      {next && next.others.length > 0 && (
        <>
          <h3>{t('READER.END_OTHERS')}</h3>
          <ul className={styles.covers}>
            {next.others.slice(0, OTHERS).map((issue) => (
              <li key={issue.uid}>
                <a href={addressOf('issue', { id: issue.uid })}>
                  <img
                    src={issue.coverURL}
                    width={issue.coverWidth}
                    height={issue.coverHeight}
                    alt=""
                    style={{ backgroundColor: issue.coverColour }}
                  />
                  {issue.titleLine}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Loaded once the slide is reached; null before, and without a network. */
function useReadNext(current: boolean): ReadNext | null {
  const { api } = useReading()
  const [next, setNext] = useState<ReadNext | null>(null)
  useEffect(() => {
    if (current && next === null) api.readNext().then(setNext, () => undefined)
  }, [current, next, api])
  return next
}
