import { type ReactNode, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import buttonStyle from '../pieces/button.module.css'
import { useText } from '../shell/use-text.tsx'
import style from './shelf.module.css'

/** Time without typing after which the list follows. */
const PAUSE_MS = 250

/** Narrows a list: while typing and choosing; without scripts by its button. */
export function FilterForm({ children }: { children: ReactNode }) {
  const t = useText()
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <Form
      role="search"
      className={style.filter}
      onChange={({ currentTarget, target }) => {
        clearTimeout(timer.current)
        const follow = () => void submit(currentTarget, { replace: true, preventScrollReset: true })
        timer.current = setTimeout(follow, target instanceof HTMLInputElement ? PAUSE_MS : 0)
      }}
    >
      {children}
      <button type="submit" className={`${buttonStyle.button} ${buttonStyle.quiet}`}>
        {t('DESK.SHELF.FIND')}
      </button>
    </Form>
  )
}

type SelectProps = { name: string; label: string; value: string; options: readonly (readonly [value: string, name: string])[] }

export function FilterSelect({ name, label, value, options }: SelectProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
