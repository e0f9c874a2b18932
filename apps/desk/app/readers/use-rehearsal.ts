import type { Effects } from '@kiosk/domain/staff/reader-change-endpoints'
import { useState } from 'react'
import { useChange } from '../shell/use-change.tsx'

type Step = { actId: string; rehearse: boolean }

/**
 * A change in two steps: first the server says what would happen, then it makes the change. The id stays the same while the
 * dialog is open, so that two presses are one change. Call `reset` when the input changes.
 */
export function useRehearsal(call: (step: Step) => Promise<Effects>, onDone: () => void) {
  const [actId] = useState(() => crypto.randomUUID())
  const [effects, setEffects] = useState<Effects | null>(null)
  const { run, error, isPending, clear } = useChange()
  async function next(): Promise<void> {
    const rehearse = effects === null
    let answer: Effects | undefined
    const succeeded = await run(async () => {
      answer = await call({ actId, rehearse })
    })
    if (!succeeded) return
    if (rehearse) setEffects(answer ?? null)
    else onDone()
  }
  return {
    effects,
    error,
    isPending,
    next,
    reset: () => {
      setEffects(null)
      clear()
    },
  }
}
