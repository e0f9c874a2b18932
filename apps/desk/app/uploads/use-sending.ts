import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Sending, sendFile } from './send-file.ts'

/** A file on its way. `error`: undefined = none, null = the server cannot be reached. */
export type SentFile = { key: number; name: string; bytes: number; sent: number; error: string | null | undefined }

/** Sends files one after the other and shows how far they are. */
export function useSending(replaces: string | null) {
  const { revalidate } = useRevalidator()
  const [files, setFiles] = useState<readonly SentFile[]>([])
  const lastKey = useRef(0)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const running = useRef(new Map<number, Sending>())
  const removed = useRef(new Set<number>())
  const change = (key: number, values: Partial<SentFile>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...values } : each)))
  const forget = (key: number) => setFiles((all) => all.filter((each) => each.key !== key))

  function send(file: File): void {
    const key = ++lastKey.current
    setFiles((all) => [...all, { key, name: file.name, bytes: file.size, sent: 0, error: undefined }])
    // The next file is sent whatever happens to this one.
    queue.current = queue.current.then(() => sendOne(key, file)).catch(() => change(key, { error: null }))
  }

  async function sendOne(key: number, file: File): Promise<void> {
    if (removed.current.has(key)) return
    const ended = Promise.withResolvers<void>()
    const sending = await sendFile(file, replaces, {
      onProgress: (sent) => change(key, { sent }),
      onSuccess() {
        forget(key)
        void revalidate()
        ended.resolve()
      },
      onError(error) {
        change(key, { error })
        ended.resolve()
      },
    })
    running.current.set(key, { cancel: () => sending.cancel().finally(ended.resolve) })
    await ended.promise
  }

  async function cancel(key: number): Promise<void> {
    removed.current.add(key)
    forget(key)
    // What the server keeps in spite of this is removed after a day.
    await running.current
      .get(key)
      ?.cancel()
      .catch(() => {})
    await revalidate()
  }

  return { files, send: (chosen: Iterable<File>) => [...chosen].forEach(send), cancel }
}
