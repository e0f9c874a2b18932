import { assignSuspense, bookSuspense, returnSuspense } from '@kiosk/contract/desk-routes'
import { SUSPENSE_TARGETS, type SuspenseEntry } from '@kiosk/domain/staff/money-endpoints'
import { useState } from 'react'
import { ReasonField } from '../pieces/reason-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'

export const DECISIONS = ['ASSIGN', 'BOOK', 'RETURN'] as const
export type SuspenseDecision = (typeof DECISIONS)[number]
type Props = { entry: SuspenseEntry; decision: SuspenseDecision; onDone(): void }

/** Decides about money in suspense, with a reason. */
export function SuspenseDialog({ entry, decision, onDone }: Props) {
  const t = useText()
  const money = useMoney()
  const [to, setTo] = useState<(typeof SUSPENSE_TARGETS)[number]>(entry.subscription ? 'subscription' : 'income')
  function send(form: FormData): Promise<unknown> {
    const params = { id: entry.id }
    const reason = textIn(form, 'reason')
    if (decision === 'BOOK') return deskClient.call(bookSuspense, { params, body: { to, reason } })
    if (decision === 'RETURN') return deskClient.call(returnSuspense, { params, body: { reason } })
    return deskClient.call(assignSuspense, { params, body: { subscription: textIn(form, 'subscription'), reason } })
  }
  return (
    <FormDialog
      title={t(`DESK.SUSPENSE.${decision}`)}
      button={t(`DESK.SUSPENSE.${decision}`)}
      kind={decision === 'RETURN' ? 'danger' : 'main'}
      send={send}
      onDone={onDone}
    >
      <p>
        <strong className="number">{money(entry.amount, entry.currency)}</strong> · {entry.provider} · {entry.reference}
      </p>
      <p className={style.quiet}>{t(`DESK.SUSPENSE.${decision}_ABOUT`)}</p>
      {decision === 'ASSIGN' && (
        <TextField
          label={t('DESK.MONEY.SUBSCRIPTION')}
          name="subscription"
          isRequired
          autoFocus
          hint="V-000042"
          defaultValue={entry.subscription ?? ''}
        />
      )}
      {decision === 'BOOK' && (
        <Select
          label={t('DESK.SUSPENSE.TO')}
          options={SUSPENSE_TARGETS.filter((each) => each !== 'subscription' || entry.subscription !== null).map((id) => ({
            id,
            name: t(`DESK.SUSPENSE.TO.${id}`, { subscription: entry.subscription ?? '' }),
          }))}
          selectedKey={to}
          onSelectionChange={(key) => setTo(key as typeof to)}
        />
      )}
      <ReasonField hint={t('DESK.READERS.REASON_HINT')} />
    </FormDialog>
  )
}
