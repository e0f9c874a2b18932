import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { useText } from '../shell/use-text.tsx'
import { buttonClass } from './button.tsx'
import style from './filter-form.module.css'

/** Time without typing after which the list follows. */
const PAUSE_MS = 250

type Props = {
  children: ReactNode
  /** Text of the button; default: "search". */
  button?: string
  /** Whether the list waits for the button. */
  isManual?: boolean
}

/** Narrows a list while a person types and chooses; without scripts, by its button. */
export function FilterForm({ children, button, isManual = false }: Props) {
  const t = useText()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function follow({ target }: ChangeEvent<HTMLFormElement>): void {
    stop()
    if (!isManual) timer.current = setTimeout(send, (target as unknown) instanceof HTMLInputElement ? PAUSE_MS : 0)
  }
  function send(): void {
    if (!timer.current) return
    stop()
    if (form.current?.checkValidity()) void submit(form.current, { replace: true, preventScrollReset: true })
  }
  function stop(): void {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // Sent when the focus leaves, so that the list that follows the typing does not overtake a link pressed meanwhile.
  return (
    <Form
      key={useVersion(form)}
      ref={form}
      role="search"
      className={style.filter}
      onChange={follow}
      onBlur={send}
      onSubmit={stop}
    >
      {children}
      <button type="submit" className={buttonClass('quiet')}>
        {button ?? t('DESK.FIND')}
      </button>
    </Form>
  )
}

/** Returns a new number whenever something other than the form changes the filter, so that its fields are reset. */
function useVersion(form: { current: HTMLFormElement | null }): number {
  const [query] = useSearchParams()
  const search = query.toString()
  const last = useRef(search)
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (last.current === search) return
    last.current = search
    if (!form.current?.contains(document.activeElement)) setVersion((before) => before + 1)
  }, [search, form])
  return version
}

type FieldProps = { name: string; label: string; value: string }
type SearchProps = FieldProps & { placeholder?: string; maxLength?: number; autoFocus?: boolean }

export function FilterSearch({ label, value, maxLength = 100, ...rest }: SearchProps) {
  return (
    <label>
      {label}
      <input type="search" defaultValue={value} maxLength={maxLength} autoComplete="off" {...rest} />
    </label>
  )
}

export function FilterDay({ name, label, value }: FieldProps) {
  return (
    <label>
      {label}
      <input type="date" name={name} defaultValue={value} />
    </label>
  )
}

type SelectProps = FieldProps & { options: readonly (readonly [value: string, name: string])[] }

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
