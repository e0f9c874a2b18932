import { useState } from 'react'

type Saved<Values> = { values: Values; version: number }

/**
 * Returns the initial values of a form: what was loaded, or what was saved since then. They hold until the page's data are loaded
 * again, because a person may go on at once.
 * @returns the values with their version, and a function to call with values that were saved as the next version
 */
export function useSaved<Values>(loaded: Saved<Values>): [Saved<Values>, (values: Values) => void] {
  const [sent, setSent] = useState<Saved<Values> | null>(null)
  const base = sent && sent.version > loaded.version ? sent : loaded
  return [base, (values) => setSent({ values, version: base.version + 1 })]
}
