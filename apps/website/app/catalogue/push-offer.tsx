import { pushPlace } from '@kiosk/domain/reading/push-url'
import type { PushSwitch } from '@kiosk/ui/push-switch'
import { useEffect, useState } from 'react'
import { useText } from '../shell/use-text.ts'
import style from './issue-screen.module.css'

/** Offer of push notifications for new issues, loaded when the reader has a favourite. */
export function PushOffer() {
  const t = useText()
  const [Switch, setSwitch] = useState<typeof PushSwitch | null>(null)
  useEffect(() => {
    import('@kiosk/ui/push-switch').then(
      (fetched) => setSwitch(() => fetched.PushSwitch),
      () => undefined,
    )
  }, [])
  return (
    Switch && (
      <div className={style.push}>
        <Switch place={pushPlace} t={t} offered buttonClass="button quiet" />
      </div>
    )
  )
}
