import type { PushMessage } from '@kiosk/ui/browser/push-switch'
import { useText } from '../shell/use-text.ts'
import script from './browser/push-offer.ts?worker&url'
import style from './issue-screen.module.css'

/** Offer of push notifications for new issues, which its script shows in browsers that have them. */
export function PushOffer() {
  const t = useText()
  const words: Record<PushMessage, string> = {
    'PUSH.OFFER': t('PUSH.OFFER'),
    'PUSH.ON': t('PUSH.ON'),
    'PUSH.DENIED': t('PUSH.DENIED'),
    'PUSH.FAILED': t('PUSH.FAILED'),
    'PUSH.SWITCH_ON': t('PUSH.SWITCH_ON'),
    'PUSH.SWITCH_OFF': t('PUSH.SWITCH_OFF'),
  }
  return <div className={style.push} data-push-offer={JSON.stringify(words)} data-script={script} data-near />
}
