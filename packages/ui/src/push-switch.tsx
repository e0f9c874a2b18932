import { useEffect, useRef, useState } from 'react'
import { lookAtPush, type PushMood, type PushPlace, switchPushOff, switchPushOn } from './browser/push.ts'

/** Keys of the messages that the switch shows. */
export type PushMessage = `PUSH.${'OFFER' | 'ON' | 'DENIED' | 'FAILED' | 'SWITCH_OFF' | 'SWITCH_ON'}`

type Options = {
  place: PushPlace
  t: (key: PushMessage) => string
  /** Whether notifications can be switched on; otherwise only active ones can be switched off. */
  offered: boolean
  buttonClass: string
}

/** Push notifications for new issues: a status line and one button. Renders nothing without browser support. */
export function PushSwitch({ place, t, offered, buttonClass }: Options) {
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
      // The button is gone; move the keyboard focus to the status line.
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
