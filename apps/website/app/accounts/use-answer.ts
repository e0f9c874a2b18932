import { useState } from 'react'

/**
 * Returns the answer to show in a section: the last one of its form, with or without JavaScript. `dismiss` hides it until
 * the next one.
 */
export function useAnswer<Answer>(
  fetcher: { data: Answer | undefined },
  sent: Answer | undefined,
): { answer: Answer | undefined; dismiss(): void } {
  const [dismissed, setDismissed] = useState<Answer | undefined>()
  const last = fetcher.data ?? sent
  return { answer: last === dismissed ? undefined : last, dismiss: () => setDismissed(last) }
}
