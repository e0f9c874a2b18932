import { useEffect, useState } from 'react'

/** What was asked for under `id`: null until it is there; `failed` where it can't be had, `again` asks once more. */
export function useAnswer<T>(id: string, ask: () => Promise<T>): { answer: T | null; failed: boolean; again: () => void } {
  const [given, setGiven] = useState<{ id: string; answer: T | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked follows from `id`; `attempt` asks again
  useEffect(() => {
    let gone = false
    setGiven(null)
    ask().then(
      (answer) => !gone && setGiven({ id, answer }),
      () => !gone && setGiven({ id, answer: null }),
    )
    return () => {
      gone = true
    }
  }, [id, attempt])
  const current = given?.id === id ? given : null
  return {
    answer: current?.answer ?? null,
    failed: current !== null && current.answer === null,
    again: () => setAttempt(attempt + 1),
  }
}
