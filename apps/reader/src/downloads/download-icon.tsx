import type { DownloadView } from './download-views.ts'
import styles from './offline.module.css'

/** Shapes from Lucide (ISC licence, lucide.dev), 24 × 24. */
const shapes = {
  none: 'M12 17V3m-6 8 6 6 6-6M19 21H5',
  loading: 'M12 15V8m-3 4 3 3 3-3',
  waiting: 'M12 8v4l2 2',
  paused: 'M10 9v6m4-6v6',
  stopped: 'M12 8v4m0 3.5h.01',
  ready: 'M12 17V3m-6 8 6 6 6-6M19 21H5',
  locked: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
} as const

/** Icon for the state of a download; `part` (0 to 1) is drawn as a progress ring. */
export function DownloadIcon({ state, part = 0 }: { state: DownloadView['state'] | 'none'; part?: number }) {
  const ring = state === 'loading' || state === 'waiting' || state === 'paused' || state === 'stopped'
  return (
    <svg className={styles.icon} data-state={state} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      {ring && <circle className={styles.ringBack} cx="12" cy="12" r="10" />}
      {ring && <circle className={styles.ring} cx="12" cy="12" r="10" pathLength="100" strokeDasharray={`${part * 100} 100`} />}
      <path d={shapes[state]} />
      {state === 'ready' && <circle className={styles.readyDot} cx="19" cy="5" r="4" />}
    </svg>
  )
}
