import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type FieldElement = HTMLInputElement & HTMLSelectElement

/**
 * The value of a field that React sets. Keeps what was typed or chosen before the scripts ran: hydration leaves it in the field,
 * but the next rendering would restore the initial value.
 */
export function useFieldValue(initial: string): {
  value: string
  setValue(value: string): void
  field: RefObject<FieldElement | null>
} {
  const [value, setValue] = useState(initial)
  const field = useRef<FieldElement>(null)
  useLayoutEffect(() => {
    if (field.current) setValue(field.current.value)
  }, [])
  return { value, setValue, field }
}
