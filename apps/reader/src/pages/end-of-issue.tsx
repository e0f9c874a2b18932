import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../shell/icon.tsx'
import type { Chosen, ReadNext } from '../shell/reader-api.ts'
import { useReading } from '../shell/reader-context.ts'
import { useOnline } from '../shell/use-online.ts'
import styles from './stop-card.module.css'

/** Covers of other issues on the slide. */
const OTHERS = 4

/**
 * The slide after the last page: the title's next issue, following it, and what its readers also read. It is beside the last page
 * before it is turned to, and loads then: a card that grows in sight would move its text.
 */
export function EndOfIssue({ current }: { current: boolean }) {
  const { access, contents, t, account, api } = useReading()
  const after = useOnce(api.readNext, current)
  const { chosen, failed, follow, keep } = useChosen(account, current)
  const next = after?.next
  return (
    <section className={styles.card} data-end="" aria-labelledby="end-heading">
      <h2 id="end-heading">{t('READER.END')}</h2>
      <p lang={contents.language}>
        {contents.titleLine}, {contents.detailLine}
      </p>
      {after && !next && <p>{t('READER.END_NEWEST')}</p>}
      <p className={styles.actions}>
        {next && (
          <a className={styles.primary} href={readerAddress('/reader', next.uid)}>
            {t(after.latest ? 'READER.END_NEXT' : 'READER.END_LATEST', { detail: next.detailLine })}
          </a>
        )}
        {account
          ? chosen && (
              <button
                type="button"
                className={next || chosen.follows ? styles.other : styles.primary}
                data-follow=""
                aria-label={`${t(chosen.follows ? 'READER.END_UNFOLLOW' : 'READER.END_FOLLOW')}, ${contents.titleLine}`}
                onClick={() => follow(!chosen.follows)}
              >
                <Icon name="heart" />
                {t(chosen.follows ? 'READER.END_UNFOLLOW' : 'READER.END_FOLLOW')}
              </button>
            )
          : after && <FollowForm isFirst={!next} />}
      </p>
      <p className={styles.links}>
        {after?.latest && (
          <a href={readerAddress('/reader', after.latest.uid)}>{t('READER.END_LATEST', { detail: after.latest.detailLine })}</a>
        )}
        <a href={addressOf('title', { magazinekey: contents.magazineKey })}>
          {t('READER.END_TITLE', { title: contents.titleLine })}
        </a>
        {access.ads && (
          <a href={addressOf('subscriptions', { redirect: addressOf('issue', { id: contents.uid }) })}>
            {t('READER.END_WITHOUT_ADS')}
          </a>
        )}
        <a href={addressOf('shelf')}>{t('READER.END_SHELF')}</a>
      </p>
      {after && after.others.length > 0 && (
        <>
          <h3>{t('READER.END_OTHERS')}</h3>
          <ul className={styles.covers}>
            {after.others.slice(0, OTHERS).map((issue) => (
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
                {chosen && <KeepButton issue={issue} kept={chosen.kept.has(issue.uid)} onKeep={() => keep(issue.uid)} />}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.failed} role="status">
        {failed && t('READER.END_FAILED')}
      </p>
    </section>
  )
}

/** For visitors: the page of the title leads to the login and follows the title afterwards. */
function FollowForm({ isFirst }: { isFirst: boolean }) {
  const { contents, t } = useReading()
  return (
    <form method="post" action={addressOf('title', { magazinekey: contents.magazineKey })}>
      <input type="hidden" name="title" value={contents.magazineKey} />
      <button type="submit" name="favourite" value="yes" className={isFirst ? styles.primary : styles.other} data-follow="">
        <Icon name="heart" />
        {t('READER.END_FOLLOW')}
      </button>
    </form>
  )
}

type KeepOptions = { issue: ReadNext['others'][number]; kept: boolean; onKeep: () => void }

/** Bookmarks another issue, to read it later. */
function KeepButton({ issue, kept, onKeep }: KeepOptions) {
  const { t } = useReading()
  const words = t(kept ? 'READER.END_KEPT' : 'READER.END_KEEP')
  return (
    <button
      type="button"
      className={styles.keep}
      data-keep=""
      aria-label={`${words}, ${issue.titleLine}`}
      aria-pressed={kept}
      onClick={onKeep}
    >
      <Icon name={kept ? 'bookmarked' : 'bookmark'} />
      {words}
    </button>
  )
}

/** Loads something once; null before that. After a failure it loads again when `current` changes, or when the network is back. */
function useOnce<T>(load: (() => Promise<T>) | null, current: boolean): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  const [failedWith, setFailedWith] = useState('')
  const loading = useRef(false)
  const online = useOnline()
  const state = `${current} ${online}`
  useEffect(() => {
    if (!load || loaded !== null || loading.current || failedWith === state) return
    loading.current = true
    load()
      .finally(() => {
        loading.current = false
      })
      .then(setLoaded, () => setFailedWith(state))
  }, [load, loaded, failedWith, state])
  return loaded
}

/** The account's choices, and how to change them: a change is shown at once, and undone if it fails. */
function useChosen(account: boolean, current: boolean) {
  const { api } = useReading()
  const stored = useOnce(account ? api.chosen : null, current)
  const [changed, setChanged] = useState<Chosen | null>(null)
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const chosen = changed ?? stored

  async function change(shown: Chosen, send: () => Promise<Chosen>) {
    if (busy) return
    setBusy(true)
    setFailed(false)
    setChanged(shown)
    try {
      setChanged(await send())
    } catch {
      setChanged(chosen)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return {
    chosen,
    failed,
    follow(on: boolean) {
      if (!chosen) return
      const shown = { ...chosen, follows: on }
      void change(shown, async () => {
        await api.follow(on)
        return shown
      })
    },
    keep(uid: string) {
      if (!chosen) return
      const id = chosen.kept.get(uid)
      const others = [...chosen.kept].filter(([each]) => each !== uid)
      if (id === undefined) {
        void change({ ...chosen, kept: new Map([...others, [uid, 0]]) }, async () => ({
          ...chosen,
          kept: new Map([...others, [uid, await api.keepIssue(uid)]]),
        }))
      } else {
        const shown = { ...chosen, kept: new Map(others) }
        void change(shown, async () => {
          await api.removeBookmark(id)
          return shown
        })
      }
    },
  }
}
