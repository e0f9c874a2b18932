import { useEffect, useRef, useState } from 'react'
import { lookAtPush, type PushMood, type PushPlace, switchPushOff, switchPushOn } from './browser/push.ts'

type Given = {
  place: PushPlace
  /** Words of `PUSH.`. */
  t: (key: string) => string
  /** There is something to be told of; else only what is on can be switched off. */
  offered: boolean
  buttonClass: string
}

/** Being told of new issues: a line that says how it stands, and one button. Nothing where the browser can't. */
export function PushSwitch({ place, t, offered, buttonClass }: Given) {
  const [mood, setMood] = useState<PushMood | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let shown = true
    lookAtPush(place).then(
      (found) => shown && setMood(found),
      () => undefined,
    )
    return () => {
      shown = false
    }
  }, [place])
  if (mood === null || mood === 'impossible' || (!offered && mood !== 'on')) return null

  async function press() {
    if (busy) return
    setBusy(true)
    setFailed(false)
    try {
      const next = await (mood === 'on' ? switchPushOff(place) : switchPushOn(place))
      setMood(next)
      // The button is gone, and with it the place of who pressed it by the keyboard.
      if (next === 'denied') line.current?.focus()
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  const words = { off: 'PUSH.OFFER', on: 'PUSH.ON', denied: 'PUSH.DENIED' } as const
  return (
    <div data-push={mood}>
      <p ref={line} tabIndex={-1} role="status">
        {t(failed ? 'PUSH.FAILED' : words[mood])}
      </p>
      {mood !== 'denied' && (
        <button type="button" className={buttonClass} aria-disabled={busy || undefined} onClick={press}>
          {t(mood === 'on' ? 'PUSH.SWITCH_OFF' : 'PUSH.SWITCH_ON')}
        </button>
      )}
    </div>
  )
}
