import { type ComponentProps, type ReactNode, useId } from 'react'
import style from './field.module.css'
import { Icon } from './icon.tsx'

type Said = {
  label: ReactNode
  /** Stands under the label, always. */
  hint?: ReactNode
  /** What is wrong; null while nothing is. */
  error?: ReactNode
  /** Stands at the end of the label's line: a link, "optional". */
  aside?: ReactNode
}

/** Ids of a field and of what describes it: for `aria-describedby`. */
export type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, hint and error around a control: `children` gets the attributes that tie them to it. */
export function FieldFrame({ label, hint, error, aside, children }: Said & { children: (control: Described) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={style.field}>
      <div className={style.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={style.aside}>{aside}</span>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** Announced when it appears; empty it takes no room. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={style.error} aria-live="polite">
      {children && (
        <>
          <Icon name="circle-alert" size={1.05} />
          <span>{children}</span>
        </>
      )}
    </div>
  )
}

/** One line of text. Say what it is for: `type`, `autoComplete`, `inputMode`. */
export function Field({ label, hint, error, aside, className, ...input }: Said & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input {...input} {...control} className={`${style.control} ${className ?? ''}`} />}
    </FieldFrame>
  )
}

/** Text of several lines. */
export function TextArea({ label, hint, error, aside, ...area }: Said & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside}>
      {(control) => <textarea rows={6} {...area} {...control} className={`${style.control} ${style.area}`} />}
    </FieldFrame>
  )
}

/** A choice of a list: `children` are its options. */
export function Select({ label, hint, error, aside, children, ...select }: Said & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <span className={style.select}>
          <select {...select} {...control} className={style.control}>
            {children}
          </select>
          <Icon name="chevron-down" size={1.1} />
        </span>
      )}
    </FieldFrame>
  )
}
