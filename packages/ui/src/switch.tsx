import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'
import style from './switch.module.css'

type Props = { label: ReactNode; hint?: ReactNode; error?: ReactNode } & Omit<
  ComponentProps<'input'>,
  'id' | 'type' | 'className' | 'role'
>

/** An on/off switch: text on the left, switch on the right. */
export function Switch({ label, hint, error, ...input }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={style.wrapper}>
      <div className={style.words}>
        <label htmlFor={id}>{label}</label>
        {hint && <p id={`${id}-hint`}>{hint}</p>}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox announces its own state
        role="switch"
        className="switch"
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  )
}
