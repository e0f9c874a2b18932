import { pushPlace } from '@kiosk/domain/reading/push-place'
import type { PushSwitch } from '@kiosk/ui/push-switch'
import { useEffect, useState } from 'react'
import { useText } from '../shell/use-text.ts'
import style from './issue-screen.module.css'

/** Being told of new issues by the browser; fetched once there is a favourite to be told of. */
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
