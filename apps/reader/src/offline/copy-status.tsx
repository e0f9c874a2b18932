import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Language } from '@kiosk/domain/locale'
import type { Text } from '../shell/reader-context.ts'
import { amount, day, percent } from './amounts.ts'
import type { CopyView, Keeper } from './keeper.ts'
import styles from './offline.module.css'

type Given = { copy: CopyView; keeper: Keeper; t: Text; language: Language; title: string }

/** How far a copy is, what it waits for, why it is closed, and what can be done about it. */
export function CopyStatus({ copy, keeper, t, language, title }: Given) {
  const { state, uid, done, whole } = copy
  const underWay = state === 'loading' || state === 'waiting' || state === 'paused' || (state === 'stopped' && done.bytes > 0)
  return (
    <div className={styles.status} data-copy-state={state}>
      <p className={styles.said} role={state === 'locked' || state === 'stopped' ? 'alert' : undefined}>
        {said(copy, t, language)}
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
      <div className={styles.actions}>
        {(state === 'loading' || state === 'waiting') && (
          <button type="button" onClick={() => void keeper.pause(uid)}>
            {t('OFFLINE.PAUSE')}
          </button>
        )}
        {state === 'paused' && (
          <button type="button" data-main="" onClick={() => void keeper.resume(uid)}>
            {t('OFFLINE.RESUME')}
          </button>
        )}
        <Mending copy={copy} keeper={keeper} t={t} />
        <button
          type="button"
          aria-label={state === 'ready' || state === 'locked' ? t('OFFLINE.REMOVE_ISSUE', { title }) : undefined}
          onClick={() => void keeper.remove(uid)}
        >
          {t(copy.standing ? 'OFFLINE.REMOVE' : 'OFFLINE.CANCEL')}
        </button>
      </div>
    </div>
  )
}

/** The way out of a lock or a problem. */
function Mending({ copy, keeper, t }: Pick<Given, 'copy' | 'keeper' | 't'>) {
  const { state, lock, problem, uid, asking, online } = copy
  // Without a network there is nothing to ask for.
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
        <button type="button" data-main="" disabled={asking} onClick={() => void (lock ? keeper.renew(uid) : keeper.resume(uid))}>
          {t(asking ? 'OFFLINE.STATE.preparing' : lock ? 'OFFLINE.RENEW' : 'OFFLINE.RETRY')}
        </button>
      )}
    </>
  )
}

function said(copy: CopyView, t: Text, language: Language): string {
  const { state, repairs, problem, lock, whole, until } = copy
  if (problem) return t(`OFFLINE.PROBLEM.${problem}`)
  if (lock) return t(`OFFLINE.LOCK.${lock}`)
  if (state === 'ready') return t('OFFLINE.STATE.ready', { date: day(until, language) })
  if (state === 'paused') return t('OFFLINE.STATE.paused')
  if (repairs === 'lost') return t(state === 'waiting' ? 'OFFLINE.STATE.lost' : 'OFFLINE.STATE.repairing')
  if (repairs === 'corrected') return t('OFFLINE.STATE.correcting')
  if (state === 'waiting') return t('OFFLINE.STATE.waiting')
  return t(whole.bytes ? 'OFFLINE.READ_ON' : 'OFFLINE.STATE.preparing')
}

/** What is said to the ear while it goes on: every ten per cent, and when it stands. */
export function spokenProgress({ state, done, whole, until }: CopyView, t: Text, language: Language): string {
  if (state === 'ready') return t('OFFLINE.STATE.ready', { date: day(until, language) })
  if (state !== 'loading' || !whole.bytes) return ''
  return t('OFFLINE.PERCENT', { percent: Math.floor(percent(done.bytes, whole.bytes) / 10) * 10 })
}
