import type { CSSProperties } from 'react'
import styles from './choice.module.css'
import { useReading } from './reader-context.ts'

type Given<T extends string> = {
  name: string
  legend: string
  /** Key under which each option has its words: `{words}.{option}`. */
  words: string
  options: readonly T[]
  chosen: T
  onChoose: (option: T) => void
  /** How an option looks, where a letter tells it shorter than its word. */
  sample?: (option: T) => CSSProperties
}

/** One of a few, as native radio buttons side by side. */
export function Choice<T extends string>({ name, legend, words, options, chosen, onChoose, sample }: Given<T>) {
  const { t } = useReading()
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} checked={option === chosen} onChange={() => onChoose(option)} />
            {sample ? (
              <span>
                <span aria-hidden="true" style={sample(option)}>
                  Aa
                </span>
                <span className="unseen">{t(`${words}.${option}`)}</span>
              </span>
            ) : (
              <span>{t(`${words}.${option}`)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
