import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import field from './field.module.css'
import { FieldFrame } from './field.tsx'
import { PageIcon } from './page-icon.tsx'
import style from './password-field.module.css'
import { passwordStrength } from './password-strength.ts'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  aside?: ReactNode
  /** Labels of the button that shows and hides the password. */
  show: string
  hide: string
  /** Labels of the five levels, from "guessed at once" to "strong"; without them there is no meter. */
  strength?: { label: string; levels: readonly [string, string, string, string, string] }
  autoComplete: 'current-password' | 'new-password'
} & Omit<ComponentProps<'input'>, 'id' | 'type'>

/** A password field with a show button and a strength meter, which never rejects a password. */
export function PasswordField({ label, hint, error, aside, show, hide, strength, ...input }: Props) {
  const [shown, setShown] = useState(false)
  const [ready, setReady] = useState(false)
  const [typed, setTyped] = useState('')
  const meter = useId()
  useEffect(() => setReady(true), [])
  const level = passwordStrength(typed)
  return (
    <div className={style.wrapper}>
      <FieldFrame label={label} hint={hint} error={error} aside={aside}>
        {(control) => (
          <span className={style.line}>
            <input
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              {...input}
              {...control}
              aria-describedby={[control['aria-describedby'], strength && typed && meter].filter(Boolean).join(' ') || undefined}
              type={shown ? 'text' : 'password'}
              className={field.control}
              onInput={(event) => {
                if (strength) setTyped(event.currentTarget.value)
                input.onInput?.(event)
              }}
            />
            {ready && (
              <button
                type="button"
                className={style.eye}
                onClick={() => setShown(!shown)}
                aria-label={shown ? hide : show}
                title={shown ? hide : show}
              >
                <PageIcon name={shown ? 'eye-off' : 'eye'} />
              </button>
            )}
          </span>
        )}
      </FieldFrame>
      {strength && (
        <div className={style.meter} data-ready={ready || undefined} data-level={typed ? level : undefined}>
          <span className={style.bars} aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
          <p id={meter} aria-live="polite">
            {typed && (
              <>
                {strength.label} <strong>{strength.levels[level]}</strong>
              </>
            )}
          </p>
        </div>
      )}
    </div>
  )
}
