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
}

/** One of a few, as native radio buttons side by side. */
export function Choice<T extends string>({ name, legend, words, options, chosen, onChoose }: Given<T>) {
  const { t } = useReading()
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} checked={option === chosen} onChange={() => onChoose(option)} />
            <span>{t(`${words}.${option}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
