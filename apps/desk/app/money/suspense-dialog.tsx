import { assignSuspense, bookSuspense, returnSuspense } from '@kiosk/contract/desk-routes'
import { SUSPENSE_TARGETS, type SuspenseEntry } from '@kiosk/domain/staff/money-endpoints'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'
import { useMoney } from './use-money.ts'

export const DECISIONS = ['ASSIGN', 'BOOK', 'RETURN'] as const
export type SuspenseDecision = (typeof DECISIONS)[number]
type Props = { entry: SuspenseEntry; decision: SuspenseDecision; onDone(): void }

/** Decides about money in suspense, with a reason. */
export function SuspenseDialog({ entry, decision, onDone }: Props) {
  const t = useText()
  const money = useMoney()
  const { run, error, isPending } = useChange()
  const [to, setTo] = useState<(typeof SUSPENSE_TARGETS)[number]>(entry.subscription ? 'subscription' : 'income')
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const params = { id: entry.id }
    const reason = String(form.get('reason'))
    const change = {
      ASSIGN: () => deskClient.call(assignSuspense, { params, body: { subscription: String(form.get('subscription')), reason } }),
      BOOK: () => deskClient.call(bookSuspense, { params, body: { to, reason } }),
      RETURN: () => deskClient.call(returnSuspense, { params, body: { reason } }),
    }[decision]
    if (await run(change)) onDone()
  }
  const isAboutNumber = error?.field === 'subscription'
  return (
    <Dialog title={t(`DESK.SUSPENSE.${decision}`)} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        <p>
          <strong className={style.amount}>{money(entry.amount, entry.currency)}</strong> · {entry.provider} · {entry.reference}
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
            error={isAboutNumber ? error.message : undefined}
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
        <TextField
          label={t('DESK.REASON')}
          hint={t('DESK.REASON_HINT')}
          name="reason"
          isRequired
          error={isAboutNumber ? undefined : error?.message}
        />
        <Button type="submit" kind={decision === 'RETURN' ? 'danger' : 'main'} isPending={isPending}>
          {t(`DESK.SUSPENSE.${decision}`)}
        </Button>
      </form>
    </Dialog>
  )
}
