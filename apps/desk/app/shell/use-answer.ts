import { useEffect, useRef, useState } from 'react'

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 150

/**
 * Asks the server whenever `question` changes, after a pause, and returns the last answer; null before the first. A failed
 * question leaves the answer as it is; the next change asks again.
 * @param question compared as JSON; null = there is nothing to ask
 */
export function useAnswer<Question, Answer>(
  question: Question | null,
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>,
): { answer: Answer | null; isAsking: boolean; error: unknown } {
  const [state, setState] = useState<{ answer: Answer | null; isAsking: boolean; error: unknown }>({
    answer: null,
    isAsking: true,
    error: null,
  })
  const latest = useRef({ question, ask })
  latest.current = { question, ask }
  const text = JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the question
  useEffect(() => {
    if (question === null) return setState({ answer: null, isAsking: false, error: null })
    const gone = new AbortController()
    setState((before) => ({ ...before, isAsking: true }))
    const timer = setTimeout(() => {
      latest.current.ask(latest.current.question!, gone.signal).then(
        (answer) => setState({ answer, isAsking: false, error: null }),
        (error: unknown) => gone.signal.aborted || setState((before) => ({ ...before, isAsking: false, error })),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [text])
  return state
}
