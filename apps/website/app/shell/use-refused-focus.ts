import { useEffect, useRef } from 'react'
import type { Refusal } from '../refusal.ts'

/** Ref of a field that takes the focus whenever what was typed there is refused and the page stays. */
export function useRefusedFocus(refusal: Refusal | null | undefined) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusal) field.current?.focus()
  }, [refusal])
  return field
}
