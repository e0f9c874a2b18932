import type { MessageKey } from '@kiosk/i18n/message-key'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api-error.ts'
import { type Rules, validate, valuesOf } from './form-rules.ts'
import { useText } from './use-text.ts'

/**
 * Validates a form while the user types: `props` go on the form, `field(name)` on each field, `invalid` on the button (false
 * until hydration, so that the form works without JavaScript). Errors appear once a field was left or the form submitted; an
 * API error appears at its field, which takes the focus, until the field changes. `rules` must be a constant.
 */
export function useCheckedForm(rules: Rules, apiError: ApiError | null | undefined) {
  const t = useText()
  const ref = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string> | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [settled, setSettled] = useState<ApiError | null>(null)

  const check = () => {
    const found = ref.current ? validate(rules, valuesOf(new FormData(ref.current))) : {}
    setFaults(found)
    return found
  }
  const focus = (name: string) => {
    const field = ref.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
    return field !== null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useEffect(() => void check(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per error
  useEffect(() => {
    if (apiError?.field) focus(apiError.field)
  }, [apiError])

  const error = (name: string): string | null => {
    if (apiError?.field === name && apiError !== settled) return apiError.message ?? t(apiError.words as MessageKey)
    const fault = left.has(name) ? faults?.[name] : undefined
    return fault ? t(fault as MessageKey) : null
  }

  return {
    props: {
      ref,
      noValidate: faults !== null,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        if (apiError && (event.target as HTMLInputElement).name === apiError.field) setSettled(apiError)
        check()
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name } = event.target as unknown as HTMLInputElement
        if (name) setLeft((before) => new Set([...before, name]))
        check()
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const [first] = Object.keys(check())
        if (!first) return
        event.preventDefault()
        setLeft(new Set(Object.keys(rules)))
        // Also fires `onBlur` of the field in which Enter was pressed.
        focus(first)
      },
    },
    /** Returns the props of a field or box; a rejected field takes the focus even without JavaScript. */
    field: (name: string) => ({ name, error: error(name), autoFocus: apiError?.field === name }),
    invalid: faults !== null && Object.keys(faults).length > 0,
  }
}
