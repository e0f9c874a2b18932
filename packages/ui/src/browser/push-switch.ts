import { checkPush, type PushEndpoint, type PushState, switchPushOff, switchPushOn } from './push.ts'

/** Keys of the messages that the switch shows. */
export type PushMessage = `PUSH.${'OFFER' | 'ON' | 'DENIED' | 'FAILED' | 'SWITCH_OFF' | 'SWITCH_ON'}`

type Options = {
  endpoint: PushEndpoint
  t: (key: PushMessage) => string
  /** Whether notifications can be switched on; otherwise only active ones can be switched off. */
  offered: boolean
}

const WORDS = { off: 'PUSH.OFFER', on: 'PUSH.ON', denied: 'PUSH.DENIED' } as const

/**
 * Adds the switch of push notifications for new issues to an element: a status line and one button. Adds nothing without browser
 * support, and if the state cannot be loaded.
 */
export async function showPushSwitch(container: HTMLElement, { endpoint, t, offered }: Options): Promise<void> {
  let state = await checkPush(endpoint).catch((): PushState => 'impossible')
  const isShown = () => state !== 'impossible' && (offered || state === 'on')
  if (!isShown()) return
  const line = document.createElement('p')
  line.role = 'status'
  line.tabIndex = -1
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button quiet'
  const show = (failed = false) => {
    if (state === 'impossible' || !isShown()) return box.remove()
    box.dataset.push = state
    line.textContent = t(failed ? 'PUSH.FAILED' : WORDS[state])
    button.textContent = t(state === 'on' ? 'PUSH.SWITCH_OFF' : 'PUSH.SWITCH_ON')
    // The focus moves to the status line before the button is gone.
    if (state === 'denied' && button === document.activeElement) line.focus()
    button.hidden = state === 'denied'
  }
  const box = document.createElement('div')
  box.append(line, button)
  button.addEventListener('click', async () => {
    if (button.ariaDisabled) return
    button.ariaDisabled = 'true'
    try {
      state = await (state === 'on' ? switchPushOff(endpoint) : switchPushOn(endpoint))
      show()
    } catch {
      show(true)
    }
    button.ariaDisabled = null
  })
  show()
  container.append(box)
}
