import { refundReader } from '@kiosk/contract/desk-routes'
import type { MoneyEvent } from '@kiosk/domain/staff/reader-endpoints'
import { type FormEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { minorUnits } from './minor-units.ts'
import { useCode, useFormats } from './reader-format.ts'
import style from './readers.module.css'

type Props = { readerId: number; events: readonly MoneyEvent[]; more: boolean; mayRefund: boolean }

/** Invoices, charges, refunds and disputes in time order. */
export function MoneyPart({ readerId, events, more, mayRefund }: Props) {
  const t = useText()
  const time = useTime()
  const code = useCode()
  const { money } = useFormats()
  const [refunded, setRefunded] = useState<MoneyEvent | null>(null)
  // The formats depend on the language only, as `t` does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const columns = useMemo(
    (): Column<MoneyEvent>[] => [
      { id: 'at', header: t('DESK.READERS.AT'), cell: ({ row }) => time(row.original.at) },
      {
        id: 'what',
        header: t('DESK.READERS.WHAT'),
        cell: ({ row: { original: row } }) => (
          <>
            {t(`DESK.READERS.MONEY.${row.kind}`)}
            <small className={style.small}>{code('MONEY_STATE', `${row.kind}.${row.state}`)}</small>
          </>
        ),
      },
      { id: 'document', header: t('DESK.READERS.DOCUMENT'), cell: ({ row }) => row.original.document ?? '–' },
      {
        id: 'amount',
        header: t('DESK.READERS.AMOUNT'),
        cell: ({ row }) => <span className={style.money}>{money(row.original.amount, row.original.currency)}</span>,
      },
      {
        id: 'provider',
        header: t('DESK.READERS.PROVIDER'),
        cell: ({ row: { original: row } }) =>
          row.provider || row.detail ? (
            <>
              {row.provider} {row.reference && <code>{row.reference}</code>}
              {row.detail && <small className={style.small}>{row.detail}</small>}
            </>
          ) : (
            '–'
          ),
      },
      ...(mayRefund
        ? [
            {
              id: 'refund',
              header: t('DESK.ACTIONS'),
              cell: ({ row: { original: row } }) =>
                row.refundable ? (
                  <Button
                    kind="bare"
                    onPress={() => setRefunded(row)}
                    aria-label={t('DESK.READERS.REFUND_OF', { document: row.document ?? row.id })}
                  >
                    {t('DESK.READERS.REFUND')}
                  </Button>
                ) : null,
            } satisfies Column<MoneyEvent>,
          ]
        : []),
    ],
    [t, time, mayRefund],
  )
  return (
    <section className={style.part} aria-labelledby="money">
      <h2 id="money">{t('DESK.READERS.MONEY')}</h2>
      <DataTable
        label={t('DESK.READERS.MONEY')}
        rows={events}
        columns={columns}
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
  const { money } = useFormats()
  const { run, error, isPending } = useChange()
  const [wrong, setWrong] = useState(false)
  const most = payment.refundable!
  const mostText = money(most, payment.currency)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const amount = minorUnits(String(form.get('amount')))
    setWrong(amount === null || amount < 1 || amount > most)
    if (amount === null || amount < 1 || amount > most) return
    const body = { payment: payment.id.slice(1), amount, refundable: most, reason: String(form.get('reason')) }
    if (await run(() => deskClient.call(refundReader, { params: { id: readerId }, body }))) onDone()
  }
  const amountError = wrong || error?.field === 'amount' ? t('DESK.READERS.WRONG_AMOUNT', { most: mostText }) : undefined
  return (
    <Dialog
      title={t('DESK.READERS.REFUND_OF', { document: payment.document ?? '' })}
      isOpen
      onOpenChange={(isOpen) => isOpen || onDone()}
    >
      <form onSubmit={(event) => void submit(event)}>
        <p>{t('DESK.READERS.REFUND.BODY', { amount: mostText })}</p>
        <TextField
          label={t('DESK.READERS.REFUND_AMOUNT', { currency: payment.currency })}
          name="amount"
          inputMode="decimal"
          defaultValue={(most / 100).toFixed(2)}
          isRequired
          autoFocus
          error={amountError}
        />
        <TextField
          label={t('DESK.READERS.REFUND_REASON')}
          hint={t('DESK.READERS.REFUND_REASON_HINT')}
          name="reason"
          isRequired
          error={error && error.field !== 'amount' ? error.message : undefined}
        />
        <Button type="submit" isPending={isPending}>
          {t('DESK.READERS.REFUND')}
        </Button>
      </form>
    </Dialog>
  )
}
