import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { formatShortDay } from '@kiosk/domain/date-format'
import type { Language } from '@kiosk/domain/locale'
import type { Text } from '../shell/reader-context.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'
import type { DownloadManager } from './download-manager.ts'
import type { DownloadView } from './download-views.ts'
import { amount, percent } from './format.ts'
import styles from './offline.module.css'

type Options = { download: DownloadView; manager: DownloadManager; t: Text; language: Language; title: string }

/** Progress of a download, the reason if it waits or is locked, and the available actions. */
export function DownloadStatus({ download, manager, t, language, title }: Options) {
  const { state, uid, done, whole } = download
  const focus = useKeptFocus<HTMLDivElement>()
  const underWay = state === 'loading' || state === 'waiting' || state === 'paused' || (state === 'stopped' && done.bytes > 0)
  return (
    <div className={styles.status} data-copy-state={state}>
      <p className={styles.message} role={state === 'locked' || state === 'stopped' ? 'alert' : undefined}>
        {statusText(download, t, language)}
      </p>
      {underWay && whole.bytes > 0 && (
        <div className={styles.progress}>
          <progress max={whole.bytes} value={done.bytes} aria-label={t('OFFLINE.STATE.loading')} />
          <p>
            <span>{t('OFFLINE.PROGRESS', { done: amount(done.bytes, language), whole: amount(whole.bytes, language) })}</span>
            <span>{t('OFFLINE.PARTS', { parts: done.parts, count: whole.parts })}</span>
          </p>
        </div>
      )}
      <div className={styles.actions} {...focus}>
        {(state === 'loading' || state === 'waiting') && (
          <button type="button" onClick={() => void manager.pause(uid)}>
            {t('OFFLINE.PAUSE')}
          </button>
        )}
        {state === 'paused' && (
          <button type="button" data-main="" onClick={() => void manager.resume(uid)}>
            {t('OFFLINE.RESUME')}
          </button>
        )}
        <Mending download={download} manager={manager} t={t} />
        <button
          type="button"
          aria-label={state === 'ready' || state === 'locked' ? t('OFFLINE.REMOVE_ISSUE', { title }) : undefined}
          onClick={() => void manager.remove(uid)}
        >
          {t(download.standing ? 'OFFLINE.REMOVE' : 'OFFLINE.CANCEL')}
        </button>
      </div>
    </div>
  )
}

/** Button for the action that resolves a lock or an error. */
function Mending({ download, manager, t }: Pick<Options, 'download' | 'manager' | 't'>) {
  const { state, lock, problem, uid, isRenewing, online } = download
  // These actions need the server.
  if ((state !== 'locked' && state !== 'stopped') || !online) return null
  const shut = problem ?? lock
  if (shut === 'signed-out' || shut === 'other-reader') {
    return (
      <a data-main="" href={addressOf('login', { redirect: readerAddress('/reader', uid) })}>
        {t('OFFLINE.SIGN_IN')}
      </a>
    )
  }
  return (
    <>
      {shut === 'devices' && <a href={addressOf('devices')}>{t('OFFLINE.DEVICES_GO')}</a>}
      {shut === 'not-entitled' && <a href={addressOf('subscriptions')}>{t('OFFLINE.NEEDS_GO')}</a>}
      {shut !== 'not-found' && (
        <button
          type="button"
          data-main=""
          disabled={isRenewing}
          onClick={() => void (lock ? manager.renew(uid) : manager.resume(uid))}
        >
          {t(isRenewing ? 'OFFLINE.STATE.preparing' : lock ? 'OFFLINE.RENEW' : 'OFFLINE.RETRY')}
        </button>
      )}
    </>
  )
}

function statusText(download: DownloadView, t: Text, language: Language): string {
  const { state, repairs, problem, lock, whole, until } = download
  if (problem) return t(`OFFLINE.PROBLEM.${problem}`)
  if (lock) return t(`OFFLINE.LOCK.${lock}`)
  if (state === 'ready') return t('OFFLINE.STATE.ready', { date: formatShortDay(language, until) })
  if (state === 'paused') return t('OFFLINE.STATE.paused')
  if (repairs === 'lost') return t(state === 'waiting' ? 'OFFLINE.STATE.lost' : 'OFFLINE.STATE.repairing')
  if (repairs === 'corrected') return t('OFFLINE.STATE.correcting')
  if (state === 'waiting') return t('OFFLINE.STATE.waiting')
  return t(whole.bytes ? 'OFFLINE.READ_ON' : 'OFFLINE.STATE.preparing')
}

/** Returns progress announcements for screen readers: every ten per cent, and on completion. */
export function spokenProgress({ state, done, whole, until }: DownloadView, t: Text, language: Language): string {
  if (state === 'ready') return t('OFFLINE.STATE.ready', { date: formatShortDay(language, until) })
  if (state !== 'loading' || !whole.bytes) return ''
  return t('OFFLINE.PERCENT', { percent: Math.floor(percent(done.bytes, whole.bytes) / 10) * 10 })
}
