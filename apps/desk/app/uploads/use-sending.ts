import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { prepareSending } from './send-file.ts'

/** A file on its way. `error`: undefined = none, null = the server cannot be reached. `canResume`: it can be sent again. */
export type SentFile = {
  key: number
  file: File
  sent: number
  error: string | null | undefined
  canResume: boolean
}

/** Sends files one after the other and shows how far they are. */
export function useSending(replaces: string | null) {
  const { revalidate } = useRevalidator()
  const [files, setFiles] = useState<readonly SentFile[]>([])
  const lastKey = useRef(0)
  const queue = useRef<Promise<void>>(Promise.resolve())
  /** Functions that cancel each upload. */
  const running = useRef(new Map<number, () => Promise<void>>())
  const removed = useRef(new Set<number>())
  const change = (key: number, values: Partial<SentFile>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...values } : each)))
  const forget = (key: number) => setFiles((all) => all.filter((each) => each.key !== key))

  function send(file: File): void {
    const key = ++lastKey.current
    const entry: SentFile = { key, file, sent: 0, error: undefined, canResume: false }
    // It continues what failed before: cancelling that would delete what has arrived.
    setFiles((all) => [...all.filter((each) => each.error === undefined || !isSame(each.file, file)), entry])
    // The next file is sent whatever happens to this one.
    queue.current = queue.current.then(() => sendOne(key, file)).catch(() => change(key, { error: null, canResume: true }))
  }

  async function sendOne(key: number, file: File): Promise<void> {
    if (removed.current.has(key)) return
    const ended = Promise.withResolvers<void>()
    const sending = await prepareSending(file, replaces, {
      onProgress: (sent) => change(key, { sent }),
      onSuccess() {
        forget(key)
        void revalidate()
        ended.resolve()
      },
      onError(error, canResume) {
        change(key, { error, canResume })
        ended.resolve()
      },
    })
    // The file was removed meanwhile.
    if (removed.current.has(key)) return
    running.current.set(key, () => sending.cancel().finally(ended.resolve))
    sending.start()
    await ended.promise
  }

  async function cancel(key: number): Promise<void> {
    removed.current.add(key)
    forget(key)
    // What the server still keeps is removed after a day.
    await running.current
      .get(key)?.()
      .catch(() => {})
    await revalidate()
  }

  return { files, send: (chosen: Iterable<File>) => [...chosen].forEach(send), cancel }
}

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size
