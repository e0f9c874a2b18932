import { deskConfirm } from '@kiosk/contract/desk-routes'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { Failure } from '../pieces/notice.tsx'
import { type ChangeError, changeErrorOf } from './change-error.ts'
import { deskClient } from './desk-client.ts'
import { passkeyProof } from './passkey.ts'
import { PasswordAndCode } from './password-and-code.tsx'
import { submittedFields } from './submitted-fields.ts'
import { useText } from './use-text.tsx'

/** How a person can confirm their identity: with what they have. */
export type WaysToConfirm = { passkey: boolean; password: boolean }

/** Dialog in which a person confirms their identity. `onDone` is called with whether they did. */
export function ConfirmIdentity({ ways, onDone }: { ways: WaysToConfirm; onDone(confirmed: boolean): void }) {
  const t = useText()
  const [error, setError] = useState<ChangeError | null>(null)
  const [isPending, setPending] = useState(false)

  async function prove(body: () => Promise<Record<string, string> | null>): Promise<void> {
    setPending(true)
    setError(null)
    try {
      const proof = await body()
      if (!proof) return setError({ message: t('DESK.SIGN_IN.PASSKEY_FAILED'), field: null })
      await deskClient.call(deskConfirm, { body: proof })
      onDone(true)
    } catch (thrown) {
      setError(changeErrorOf(thrown, t))
    } finally {
      setPending(false)
    }
  }
  function byPassword(event: FormEvent<HTMLFormElement>): void {
    const proof = submittedFields(event, 'password', 'code')
    void prove(async () => proof)
  }

  return (
    <Dialog title={t('DESK.CONFIRM.TITLE')} isOpen onOpenChange={(isOpen) => isOpen || onDone(false)}>
      <p>{t('DESK.CONFIRM.BODY')}</p>
      <Failure error={error} />
      {ways.passkey && (
        <Button onPress={() => void prove(passkeyProof)} isPending={isPending}>
          {t('DESK.CONFIRM.PASSKEY')}
        </Button>
      )}
      {ways.password && (
        <form onSubmit={byPassword}>
          <PasswordAndCode />
          <Button type="submit" kind={ways.passkey ? 'quiet' : 'main'} isPending={isPending}>
            {t('DESK.CONFIRM.BUTTON')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
