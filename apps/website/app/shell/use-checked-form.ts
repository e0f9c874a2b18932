import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../refusal.ts'
import { faultsIn, type Rules, valuesOf } from './form-rules.ts'
import { useText } from './use-text.ts'

/**
 * A form that is checked as one types: `props` go on the form, `field(name)` on each field, `invalid` on the button
 * (false until scripts run, so that the form also works without). What is wrong shows once the field was left or the form
 * sent; a refusal shows at its field, which gets the focus, until the field is changed. `rules` must be a constant.
 */
export function useCheckedForm(rules: Rules, refusal: Refusal | null | undefined) {
  const t = useText()
  const ref = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string> | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [settled, setSettled] = useState<Refusal | null>(null)

  const check = () => {
    const found = ref.current ? faultsIn(rules, valuesOf(new FormData(ref.current))) : {}
    setFaults(found)
    return found
  }
  const focus = (name: string) => {
    const field = ref.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
    return field !== null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts begin
  useEffect(() => void check(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (refusal?.field) focus(refusal.field)
  }, [refusal])

  const error = (name: string): string | null => {
    if (refusal?.field === name && refusal !== settled) return refusal.message ?? t(refusal.words)
    const fault = left.has(name) ? faults?.[name] : undefined
    return fault ? t(fault) : null
  }

  return {
    props: {
      ref,
      noValidate: faults !== null,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        if (refusal && (event.target as HTMLInputElement).name === refusal.field) setSettled(refusal)
        check()
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name } = event.target as unknown as HTMLInputElement
        if (name) setLeft(new Set([...left, name]))
        check()
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const [first] = Object.keys(check())
        if (!first) return
        event.preventDefault()
        setLeft(new Set(Object.keys(rules)))
        focus(first)
      },
    },
    /** What goes on a field or box; the one that is refused takes the focus also without scripts. */
    field: (name: string) => ({ name, error: error(name), autoFocus: refusal?.field === name }),
    invalid: faults !== null && Object.keys(faults).length > 0,
  }
}
