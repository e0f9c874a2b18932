import { type ComponentProps, type ReactNode, useId } from 'react'
import style from './field.module.css'
import { Icon } from './icon.tsx'

type FieldTexts = {
  label: ReactNode
  /** Always shown under the label. */
  hint?: ReactNode
  /** Error; null if valid. */
  error?: ReactNode
  /** Shown at the end of the label's line: a link, "optional". */
  aside?: ReactNode
}

/** Id of a field and of its descriptions, for `aria-describedby`. */
export type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, hint and error of a control: `children` receives the attributes that connect them. */
export function FieldFrame({
  label,
  hint,
  error,
  aside,
  children,
}: FieldTexts & { children: (control: Described) => ReactNode }) {
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

/** Live region for an error; takes no space while empty. */
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

/** A single-line text field. Set `type`, `autoComplete` and `inputMode`. */
export function Field({ label, hint, error, aside, className, ...input }: FieldTexts & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input {...input} {...control} className={`${style.control} ${className ?? ''}`} />}
    </FieldFrame>
  )
}

/** A multi-line text field. */
export function TextArea({ label, hint, error, aside, ...area }: FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside}>
      {(control) => <textarea rows={6} {...area} {...control} className={`${style.control} ${style.area}`} />}
    </FieldFrame>
  )
}

/** A select; `children` are its options. */
export function Select({ label, hint, error, aside, children, ...select }: FieldTexts & Omit<ComponentProps<'select'>, 'id'>) {
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
