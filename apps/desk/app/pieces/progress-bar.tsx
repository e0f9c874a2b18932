import { ProgressBar as AriaProgressBar } from 'react-aria-components'
import style from './progress-bar.module.css'

/** How far something is, as a bar and in percent. */
export function ProgressBar({ label, value, most }: { label: string; value: number; most: number }) {
  return (
    <AriaProgressBar aria-label={label} value={value} maxValue={most} className={style.progress!}>
      {({ percentage = 0, valueText }) => (
        <>
          <span className={style.bar}>
            <span style={{ inlineSize: `${percentage}%` }} />
          </span>
          <span>{valueText}</span>
        </>
      )}
    </AriaProgressBar>
  )
}
