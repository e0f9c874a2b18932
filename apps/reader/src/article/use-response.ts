import { useEffect, useState } from 'react'

/** Returns the response for `id`: null while loading or on error (`failed`). `again` retries. */
export function useResponse<T>(id: string, load: () => Promise<T>): { answer: T | null; failed: boolean; again: () => void } {
  const [loaded, setLoaded] = useState<{ id: string; answer: T | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request depends on `id`; `attempt` repeats it
  useEffect(() => {
    let gone = false
    setLoaded(null)
    load().then(
      (answer) => !gone && setLoaded({ id, answer }),
      () => !gone && setLoaded({ id, answer: null }),
    )
    return () => {
      gone = true
    }
  }, [id, attempt])
  const current = loaded?.id === id ? loaded : null
  return {
    answer: current?.answer ?? null,
    failed: current !== null && current.answer === null,
    again: () => setAttempt(attempt + 1),
  }
}
