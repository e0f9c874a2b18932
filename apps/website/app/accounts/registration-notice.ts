import { useEffect } from 'react'
import type { RegistrationAnswer } from './registration-action.ts'

/** Dispatches `registration` after a registration, with whether it was successful. */
export function useRegistrationNotice(answer: RegistrationAnswer | undefined): void {
  useEffect(() => {
    if (!answer || answer.resent) return
    dispatchEvent(new CustomEvent('registration', { detail: { successful: !answer.apiError } }))
  }, [answer])
}
