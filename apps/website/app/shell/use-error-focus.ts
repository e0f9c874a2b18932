import { useEffect, useRef } from 'react'
import type { ApiError } from '../api-error.ts'

/** Returns the ref of a field that takes the focus whenever its value was rejected. */
export function useErrorFocus(apiError: ApiError | null | undefined) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (apiError) field.current?.focus()
  }, [apiError])
  return field
}
