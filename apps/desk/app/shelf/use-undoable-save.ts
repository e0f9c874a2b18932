import { useState } from 'react'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'

type Send<Fields> = (changes: Partial<Fields>, before: Partial<Fields>, reason: string) => Promise<unknown>
type Saved<Fields> = { changes: Partial<Fields>; before: Partial<Fields>; reason: string }

/** Saves changed fields; the last save can be taken back, as a change of its own. */
export function useUndoableSave<Fields extends object>({ send, onSaved }: { send: Send<Fields>; onSaved(): void }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const [last, setLast] = useState<Saved<Fields> | null>(null)
  const [status, setStatus] = useState<string | null>(null)

  async function save(changes: Partial<Fields>, before: Partial<Fields>, reason: string): Promise<void> {
    if (!(await run(() => send(changes, before, reason)))) return
    setLast({ changes, before, reason })
    setStatus(t('DESK.SAVED'))
    onSaved()
  }
  async function undo(): Promise<void> {
    if (!last || !(await run(() => send(last.before, last.changes, last.reason)))) return
    setLast(null)
    setStatus(t('DESK.SHELF.UNDONE'))
  }
  return { save, undo: last ? () => void undo() : null, status, error, isPending }
}
