import { useEffect, useState } from 'react'

/** Past, present and future of a value that a person edits. */
type History<T> = {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The part that the last change was made to. */
  part?: string | undefined
}

/** Keeps the changes of a value for undo and redo, also with Ctrl+Z and Ctrl+Shift+Z outside of text fields. */
export function useHistory<T>(initial: T) {
  const [{ past, present, future }, setHistory] = useState<History<T>>({ past: [], present: initial, future: [] })
  const undo = () => setHistory(undone)
  const redo = () => setHistory(redone)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null
      if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setHistory(event.shiftKey ? redone : undone)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return {
    current: present,
    /** @param part of the value, such as a text field: several changes of it one after the other are undone together */
    change: (next: T, part?: string) => setHistory((history) => changed(history, next, part)),
    /** Replaces the value with what was saved; this is not a step. */
    settle: (saved: T) => setHistory((history) => ({ ...history, present: saved })),
    undo,
    redo,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** Starts again with a saved value. */
    reset: (saved: T) => setHistory({ past: [], present: saved, future: [] }),
  }
}

export function changed<T>({ past, present, part: last }: History<T>, next: T, part?: string): History<T> {
  const isSame = part !== undefined && part === last
  return { past: isSame ? past : [...past, present], present: next, future: [], part }
}

export function undone<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  return past.length === 0 ? history : { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] }
}

export function redone<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  return future.length === 0 ? history : { past: [...past, present], present: future[0]!, future: future.slice(1) }
}
