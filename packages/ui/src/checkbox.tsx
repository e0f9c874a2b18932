import { type ComponentProps, type ReactNode, useId } from 'react'
import style from './checkbox.module.css'
import { FieldError } from './field.tsx'

type Props = {
  /** May contain links. */
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
} & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'>

/** A labelled checkbox. */
export function Checkbox({ label, hint, error, ...input }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={style.wrapper}>
      <span className={style.box}>
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
      </span>
      <div className={style.words}>
        <label htmlFor={id}>{label}</label>
        {hint && <p id={`${id}-hint`}>{hint}</p>}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  )
}
