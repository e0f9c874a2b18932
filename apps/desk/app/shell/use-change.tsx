import { ApiError } from '@kiosk/api-client/api-error'
import { ownSecurity } from '@kiosk/contract/desk-routes'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ChangeError, changeErrorOf } from './change-error.ts'
import { ConfirmIdentity, type WaysToConfirm } from './confirm-identity.tsx'
import { deskClient } from './desk-client.ts'
import { useText } from './use-text.tsx'

type Confirm = () => Promise<boolean>
const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false))

/** Asks for passkey or password before money or rights are moved, whenever a change requires it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [ways, setWays] = useState<WaysToConfirm | null>(null)
  const settle = useRef<(confirmed: boolean) => void>(() => {})
  const confirm = useCallback<Confirm>(async () => {
    const { hasPassword, passkeys } = await deskClient.call(ownSecurity)
    setWays({ passkey: passkeys.length > 0, password: hasPassword })
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])
  const close = (confirmed: boolean) => {
    setWays(null)
    settle.current(confirmed)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      {ways && <ConfirmIdentity ways={ways} onDone={close} />}
    </ConfirmContext>
  )
}

/**
 * Makes a change and loads the page's data again. `run` returns whether it succeeded; otherwise `error` says why. If the change
 * requires a confirmation of the identity, it is asked for and the change is made again.
 */
export function useChange() {
  const t = useText()
  const confirm = useContext(ConfirmContext)
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<ChangeError | null>(null)
  const [isPending, setPending] = useState(false)

  async function run(change: () => Promise<unknown>): Promise<boolean> {
    setPending(true)
    setError(null)
    try {
      await withConfirmation(change, confirm)
      await revalidate()
      return true
    } catch (thrown) {
      if (thrown !== NOT_CONFIRMED) setError(changeErrorOf(thrown, t))
      return false
    } finally {
      setPending(false)
    }
  }
  return { run, error, isPending, clear: () => setError(null) }
}

const NOT_CONFIRMED = Symbol('not confirmed')

async function withConfirmation(change: () => Promise<unknown>, confirm: Confirm): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_required') throw error
    if (!(await confirm())) throw NOT_CONFIRMED
    await change()
  }
}
