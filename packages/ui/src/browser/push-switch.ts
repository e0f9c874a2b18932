import { lookAtPush, type PushMood, type PushPlace, switchPushOff, switchPushOn } from './push.ts'

/** Keys of the messages that the switch shows. */
export type PushMessage = `PUSH.${'OFFER' | 'ON' | 'DENIED' | 'FAILED' | 'SWITCH_OFF' | 'SWITCH_ON'}`

type Options = {
  place: PushPlace
  t: (key: PushMessage) => string
  /** Whether notifications can be switched on; otherwise only active ones can be switched off. */
  offered: boolean
}

const WORDS = { off: 'PUSH.OFFER', on: 'PUSH.ON', denied: 'PUSH.DENIED' } as const

/**
 * Adds the switch of push notifications for new issues to an element: a status line and one button. Adds nothing without browser
 * support, and if the state cannot be loaded.
 */
export async function showPushSwitch(container: HTMLElement, { place, t, offered }: Options): Promise<void> {
  let mood = await lookAtPush(place).catch((): PushMood => 'impossible')
  const isShown = () => mood !== 'impossible' && (offered || mood === 'on')
  if (!isShown()) return
  const line = document.createElement('p')
  line.role = 'status'
  line.tabIndex = -1
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button quiet'
  const show = (failed = false) => {
    if (mood === 'impossible' || !isShown()) return box.remove()
    box.dataset.push = mood
    line.textContent = t(failed ? 'PUSH.FAILED' : WORDS[mood])
    button.textContent = t(mood === 'on' ? 'PUSH.SWITCH_OFF' : 'PUSH.SWITCH_ON')
    // The focus moves to the status line before the button is gone.
    if (mood === 'denied' && button === document.activeElement) line.focus()
    button.hidden = mood === 'denied'
  }
  const box = document.createElement('div')
  box.append(line, button)
  button.addEventListener('click', async () => {
    if (button.ariaDisabled) return
    button.ariaDisabled = 'true'
    try {
      mood = await (mood === 'on' ? switchPushOff(place) : switchPushOn(place))
      show()
    } catch {
      show(true)
    }
    button.ariaDisabled = null
  })
  show()
  container.append(box)
}
