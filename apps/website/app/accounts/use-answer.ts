import { useState } from 'react'

/**
 * The answer that a section shows: the last one its form got, with or without script; `dismiss` takes it away, until the
 * next one comes.
 */
export function useAnswer<Answer>(
  fetcher: { data: Answer | undefined },
  sent: Answer | undefined,
): { answer: Answer | undefined; dismiss(): void } {
  const [dismissed, setDismissed] = useState<Answer | undefined>()
  const last = fetcher.data ?? sent
  return { answer: last === dismissed ? undefined : last, dismiss: () => setDismissed(last) }
}
