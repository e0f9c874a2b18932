import { Button } from '@kiosk/ui/button'
import { Icon } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import style from './passkey-form.module.css'

type Props = {
  kind: 'login' | 'confirm' | 'add'
  action: string
  label: string
  /** Shown if the authenticator did not answer. */
  failed: string
  quiet?: boolean
  children?: ReactNode
}

/** A form filled by a passkey (see passkey-script.ts); hidden in browsers without passkeys. */
export function PasskeyForm({ kind, action, label, failed, quiet = false, children }: Props) {
  return (
    <Form method="post" action={action} data-passkey={kind} className={style.passkey}>
      {children}
      <input type="hidden" name="intent" value={`passkey-${kind}`} />
      <input type="hidden" name="credential" defaultValue="" />
      <Button kind={quiet ? 'quiet' : 'main'} wide={kind === 'login'}>
        {label}
      </Button>
      <p className={style.failed} data-failed="" role="alert" hidden suppressHydrationWarning>
        <Icon name="circle-alert" size={1.05} /> {failed}
      </p>
    </Form>
  )
}
