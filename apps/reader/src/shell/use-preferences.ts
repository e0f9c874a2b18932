import { useState } from 'react'
import { keepPreferences, type Preferences, preferencesFrom } from './storage.ts'

/** Returns the preferences of this browser, and a function that changes them. */
export function usePreferences(): [Preferences, (preferences: Preferences) => void] {
  const [preferences, setPreferences] = useState(() => preferencesFrom(localStorage))
  const save = (next: Preferences) => {
    keepPreferences(localStorage, next)
    setPreferences(next)
  }
  return [preferences, save]
}
