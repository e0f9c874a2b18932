import { refundReader } from '@kiosk/contract/desk-routes'
import { amountOf } from '@kiosk/domain/money'
import type { MoneyEvent } from '@kiosk/domain/staff/reader-endpoints'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useHundredths, useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './readers.module.css'
import { useCode } from './use-code.ts'

type Props = { readerId: number; events: readonly MoneyEvent[]; more: boolean; mayRefund: boolean }

/** Invoices, charges, refunds and disputes in time order. */
export function MoneyPart({ readerId, events, more, mayRefund }: Props) {
  const t = useText()
  const time = useTime()
  const code = useCode()
  const money = useMoney()
  const [refunded, setRefunded] = useState<MoneyEvent | null>(null)
  const columns: Column<MoneyEvent>[] = [
    { id: 'at', header: t('DESK.LIST.AT'), cell: (row) => time(row.at) },
    {
      id: 'what',
      header: t('DESK.LIST.WHAT'),
      cell: (row) => (
        <>
          {t(`DESK.READERS.MONEY.${row.kind}`)}
          <small>{code('MONEY_STATE', `${row.kind}.${row.state}`)}</small>
        </>
      ),
    },
    {
      id: 'document',
      header: t('DESK.READERS.DOCUMENT'),
      cell: (row) => <span className={style.document}>{row.document ?? '–'}</span>,
    },
    {
      id: 'amount',
      header: t('DESK.MONEY.AMOUNT'),
      align: 'end',
      cell: (row) => money(row.amount, row.currency),
    },
    {
      id: 'provider',
      header: t('DESK.READERS.PROVIDER'),
      cell: (row) =>
        row.provider || row.detail ? (
          <>
            {row.provider} {row.reference && <code>{row.reference}</code>}
            {row.detail && <small>{row.detail}</small>}
          </>
        ) : (
          '–'
        ),
    },
  ]
  const actions = (row: MoneyEvent) =>
    row.refundable ? (
      <Button
        kind="bare"
        onPress={() => setRefunded(row)}
        aria-label={t('DESK.READERS.REFUND_OF', { document: row.document ?? row.id })}
      >
        {t('DESK.READERS.REFUND')}
      </Button>
    ) : null
  return (
    <section className={style.part} aria-labelledby="money">
      <h2 id="money">{t('DESK.READERS.MONEY')}</h2>
      <DataTable
        label={t('DESK.READERS.MONEY')}
        rows={events}
        columns={columns}
        actions={mayRefund && actions}
        rowId={({ id }) => id}
        nothing={t('DESK.READERS.NO_MONEY')}
      />
      {more && (
        <p>
          <Link to={{ search: 'money=all' }} preventScrollReset>
            {t('DESK.READERS.OLDER_MONEY')}
          </Link>
        </p>
      )}
      {refunded && <RefundDialog readerId={readerId} payment={refunded} onDone={() => setRefunded(null)} />}
    </section>
  )
}

function RefundDialog({ readerId, payment, onDone }: { readerId: number; payment: MoneyEvent; onDone(): void }) {
  const t = useText()
  const money = useMoney()
  const most = payment.refundable!
  const hundredths = useHundredths()
  const mostText = money(most, payment.currency)
  function send(form: FormData): Promise<unknown> {
    const amount = amountOf(textIn(form, 'amount'))
    if (amount === null || amount < 1 || amount > most)
      throw new FieldError(t('DESK.READERS.WRONG_AMOUNT', { most: mostText }), 'amount')
    const body = { payment: payment.id.slice(1), amount, refundable: most, reason: textIn(form, 'reason') }
    return deskClient.call(refundReader, { params: { id: readerId }, body })
  }
  return (
    <FormDialog
      title={t('DESK.READERS.REFUND_OF', { document: payment.document ?? '' })}
      button={t('DESK.READERS.REFUND')}
      send={send}
      onDone={onDone}
    >
      <p>{t('DESK.READERS.REFUND.BODY', { amount: mostText })}</p>
      <TextField
        label={t('DESK.READERS.REFUND_AMOUNT', { currency: payment.currency })}
        name="amount"
        inputMode="decimal"
        defaultValue={hundredths(most)}
        isRequired
        autoFocus
      />
      <ReasonField hint={t('DESK.READERS.REFUND_REASON_HINT')} />
    </FormDialog>
  )
}
