import type { CSSProperties } from 'react'
import styles from './choice.module.css'
import { useReading } from './reader-context.ts'

type Options<T extends string> = {
  name: string
  legend: string
  /** Key prefix of the labels of the options: `{words}.{option}`. */
  words: string
  options: readonly T[]
  chosen: T
  onChoose: (option: T) => void
  /** Style of the letters "Aa" that are shown instead of the label of an option. */
  sample?: (option: T) => CSSProperties
}

/** A choice of few options, as native radio buttons in a row. */
export function Choice<T extends string>({ name, legend, words, options, chosen, onChoose, sample }: Options<T>) {
  const { t } = useReading()
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} checked={option === chosen} onChange={() => onChoose(option)} />
            {sample ? (
              <span className={styles.option}>
                <span aria-hidden="true" style={sample(option)}>
                  Aa
                </span>
                <span className="unseen">{t(`${words}.${option}`)}</span>
              </span>
            ) : (
              <span className={styles.option}>{t(`${words}.${option}`)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
