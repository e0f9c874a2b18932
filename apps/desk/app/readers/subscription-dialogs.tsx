import { changeReaderPlan, endReaderSubscription, grantReaderDays } from '@kiosk/contract/desk-routes'
import { GOODWILL_REASONS, MOST_GRANTED_DAYS, REFUND_POLICIES } from '@kiosk/domain/staff/limits'
import type { Effects, PlanChange } from '@kiosk/domain/staff/reader-change-endpoints'
import type { ReaderSubscription } from '@kiosk/domain/staff/reader-page-endpoint'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useText } from '../shell/use-text.tsx'
import { EffectList } from './effect-list.tsx'
import { useRehearsal } from './use-rehearsal.ts'

export type SubscriptionDialog = 'end' | 'withdraw-end' | 'days' | PlanChange
type Props = { readerId: number; subscription: ReaderSubscription; onDone(): void }
type Step = { actId: string; rehearse: boolean; reason: string }

/** The frame of all dialogs: fields, reason, what will happen, and the button that does it. */
export function ActionDialog(props: {
  title: string
  kind: ComponentProps<typeof EffectList>['kind']
  isDanger?: boolean
  call(step: Step): Promise<Effects>
  onDone(): void
  /** Called with the function that a changed field must call. */
  children(changed: () => void): ReactNode
}) {
  const { title, kind, isDanger = false, call, onDone, children } = props
  const t = useText()
  const [reason, setReason] = useState('')
  const { effects, error, isPending, next, reset } = useRehearsal((step) => call({ ...step, reason }), onDone)
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <ErrorForm
        error={error}
        onSubmit={(event) => {
          event.preventDefault()
          void next()
        }}
      >
        {children(reset)}
        <TextField
          label={t('DESK.REASON')}
          name="reason"
          hint={t('DESK.READERS.REASON_HINT')}
          isRequired
          value={reason}
          onChange={(typed) => {
            setReason(typed)
            reset()
          }}
        />
        <FormFailure />
        {effects && <EffectList effects={effects} kind={kind} />}
        <Button type="submit" kind={effects ? (isDanger ? 'danger' : 'main') : 'quiet'} isPending={isPending}>
          {effects ? title : t('DESK.READERS.PREVIEW')}
        </Button>
      </ErrorForm>
    </Dialog>
  )
}

type Policy = (typeof REFUND_POLICIES)[number]
export type End = { when: 'now' | 'day'; day: string; refund: Policy }

export function EndDialog({ readerId, subscription, onDone }: Props) {
  const t = useText()
  const [end, setEnd] = useState<End>({ when: 'now', day: subscription.paidUntil?.slice(0, 10) ?? '', refund: 'pro-rata' })
  const { when, day, refund } = end
  const params = { id: readerId, subscription: subscription.id }
  return (
    <ActionDialog
      title={t('DESK.READERS.END')}
      kind={when === 'now' ? 'end' : 'plan-end'}
      isDanger
      call={(step) =>
        deskClient.call(endReaderSubscription, { params, body: { ...step, on: when === 'now' ? 'now' : day, refund } })
      }
      onDone={onDone}
    >
      {(changed) => (
        <EndFields
          value={end}
          onChange={(next) => {
            setEnd(next)
            changed()
          }}
        />
      )}
    </ActionDialog>
  )
}

/** When a subscription ends, and what is given back. */
export function EndFields({ value, onChange }: { value: End; onChange(value: End): void }) {
  const t = useText()
  return (
    <>
      <Select
        label={t('DESK.READERS.END_WHEN')}
        options={[
          { id: 'now', name: t('DESK.READERS.END_NOW') },
          { id: 'day', name: t('DESK.READERS.END_ON') },
        ]}
        selectedKey={value.when}
        onSelectionChange={(key) => onChange({ ...value, when: key as End['when'], refund: key === 'day' ? 'none' : 'pro-rata' })}
      />
      {value.when === 'day' && (
        <TextField
          label={t('DESK.READERS.END_DAY')}
          hint={t('DESK.READERS.END_DAY_HINT')}
          type="date"
          isRequired
          value={value.day}
          onChange={(day) => onChange({ ...value, day })}
        />
      )}
      <Select
        label={t('DESK.READERS.REFUND_POLICY')}
        options={REFUND_POLICIES.map((id) => ({ id, name: t(`DESK.READERS.POLICY.${id}`) }))}
        selectedKey={value.refund}
        onSelectionChange={(key) => onChange({ ...value, refund: key as Policy })}
      />
    </>
  )
}

export function DaysDialog({ readerId, subscription, onDone }: Props) {
  const t = useText()
  const [days, setDays] = useState('7')
  const [because, setBecause] = useState('none')
  const params = { id: readerId, subscription: subscription.id }
  // The end as it was when the dialog opened: the days must not be added unseen to another grant made meanwhile.
  const [paidUntil] = useState(subscription.paidUntil!)
  const body = { days: Number(days), paidUntil, ...(because !== 'none' && { because: because as 'outage' }) }
  return (
    <ActionDialog
      title={t('DESK.READERS.DAYS')}
      kind="days"
      call={(step) => deskClient.call(grantReaderDays, { params, body: { ...step, ...body } })}
      onDone={onDone}
    >
      {(changed) => (
        <>
          <TextField
            label={t('DESK.READERS.DAYS_COUNT')}
            hint={t('DESK.READERS.DAYS_HINT', { count: MOST_GRANTED_DAYS })}
            inputMode="numeric"
            pattern="[1-9][0-9]{0,2}"
            isRequired
            autoFocus
            value={days}
            onChange={(typed) => {
              setDays(typed)
              changed()
            }}
          />
          <Select
            label={t('DESK.READERS.DAYS_BECAUSE')}
            options={['none', ...GOODWILL_REASONS].map((id) => ({
              id,
              name: t(id === 'none' ? 'DESK.READERS.BECAUSE_NONE' : `DESK.READERS.GOODWILL.${id}`),
            }))}
            selectedKey={because}
            onSelectionChange={(key) => {
              setBecause(String(key))
              changed()
            }}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** Withdraws a planned end, or changes the plan: no fields but the reason. */
export function PlainDialog({
  readerId,
  subscription,
  onDone,
  name,
}: Props & { name: Exclude<SubscriptionDialog, 'end' | 'days'> }) {
  const t = useText()
  const params = { id: readerId, subscription: subscription.id }
  const key = PLAIN[name]
  return (
    <ActionDialog
      title={t(`DESK.READERS.${key}`)}
      kind={name === 'downgrade' || name === 'offer-upgrade' ? name : 'continue'}
      call={(step) =>
        name === 'withdraw-end'
          ? deskClient.call(endReaderSubscription, { params, body: { ...step, on: 'withdraw', refund: 'none' } })
          : deskClient.call(changeReaderPlan, { params, body: { ...step, change: name } })
      }
      onDone={onDone}
    >
      {() => <p>{t(`DESK.READERS.${key}.BODY`)}</p>}
    </ActionDialog>
  )
}
const PLAIN = {
  'withdraw-end': 'WITHDRAW_END',
  downgrade: 'DOWNGRADE',
  'take-back-downgrade': 'WITHDRAW_DOWNGRADE',
  'offer-upgrade': 'OFFER',
} as const
