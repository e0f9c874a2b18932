import { decideDeclaration } from '@kiosk/contract/desk-routes'
import type { Decision, Declaration } from '@kiosk/domain/staff/declaration-endpoints'
import { useState } from 'react'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useText } from '../shell/use-text.tsx'
import { ActionDialog, type End, EndFields } from './subscription-dialogs.tsx'

type Props = { declaration: Declaration; decision: Decision; onDone(): void }

/** Decides a declaration, after it was shown what happens to subscription and money. */
export function DecisionDialog({ declaration, decision, onDone }: Props) {
  const t = useText()
  const { id, kind, subscription, requestedEnd, keptRight } = declaration
  const [number, setNumber] = useState(subscription?.number ?? '')
  const [end, setEnd] = useState<End>({ when: 'now', day: requestedEnd ?? '', refund: 'pro-rata' })
  const name = decision === 'apply' ? kind : decision
  const isEnd = decision === 'apply' || decision === 'confirm'
  const body = {
    decision,
    ...(decision === 'apply' && {
      ...(!subscription?.isCertain && { subscription: number }),
      refund: end.refund,
      on: kind === 'cancel' && end.when === 'day' ? end.day : 'now',
    }),
  }
  return (
    <ActionDialog
      title={t(`DESK.DECLARATIONS.DECIDE.${name}`)}
      kind={isEnd ? (kind === 'cancel' && end.when === 'day' ? 'plan-end' : 'end') : 'settle'}
      isDanger={isEnd}
      call={(step) => deskClient.call(decideDeclaration, { params: { id }, body: { ...step, ...body } })}
      onDone={onDone}
    >
      {(changed) => (
        <>
          <p>{t(`DESK.DECLARATIONS.DECIDE.${name}.BODY`)}</p>
          {decision === 'apply' && !subscription?.isCertain && (
            <TextField
              label={t('DESK.DECLARATIONS.NUMBER')}
              hint={t('DESK.DECLARATIONS.NUMBER_HINT')}
              isRequired
              value={number}
              onChange={(typed) => {
                setNumber(typed)
                changed()
              }}
            />
          )}
          {decision === 'apply' && kind === 'cancel' && (
            <EndFields
              value={end}
              onChange={(next) => {
                setEnd(next)
                changed()
              }}
            />
          )}
          {decision === 'apply' && kind === 'withdraw' && (
            <>
              <Select
                label={t('DESK.DECLARATIONS.REFUND')}
                options={(['pro-rata', 'whole'] as const).map((each) => ({
                  id: each,
                  name: t(`DESK.DECLARATIONS.REFUND.${each}`),
                }))}
                selectedKey={end.refund}
                onSelectionChange={(key) => {
                  setEnd({ ...end, refund: key as End['refund'] })
                  changed()
                }}
              />
              <p>{t(keptRight ? 'DESK.DECLARATIONS.RIGHT_KEPT' : 'DESK.DECLARATIONS.RIGHT_WAIVED')}</p>
            </>
          )}
        </>
      )}
    </ActionDialog>
  )
}
