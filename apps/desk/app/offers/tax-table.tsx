import type { TaxRate } from '@kiosk/domain/staff/offer-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { useDay, usePercent } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { TaxDialog } from './price-dialogs.tsx'

type Props = { taxes: readonly TaxRate[]; today: string; mayChange: boolean }

/** The tax rates of the markets now and later. */
export function TaxTable({ taxes, today, mayChange }: Props) {
  const t = useText()
  const day = useDay()
  const percent = usePercent()
  const [changed, setChanged] = useState<TaxRate | null>(null)
  const rateText = (rate: number) => percent(rate / 10_000)
  const columns: Column<TaxRate>[] = [
    { id: 'country', header: t('DESK.PRICES.MARKET'), cell: ({ country }) => <strong>{country}</strong> },
    { id: 'rate', header: t('DESK.PRICES.RATE'), align: 'end', cell: ({ rate }) => rateText(rate) },
    {
      id: 'since',
      header: t('DESK.PRICES.SINCE'),
      cell: ({ since }) => (since ? day(since) : t('DESK.PRICES.SHIPPED')),
    },
    {
      id: 'later',
      header: t('DESK.PRICES.LATER'),
      cell: ({ later }) =>
        later.map(({ rate, from }) => t('DESK.PRICES.FROM_DAY', { price: rateText(rate), day: day(from) })).join(', ') || '–',
    },
  ]
  const actions = (tax: TaxRate) => (
    <Button kind="bare" onPress={() => setChanged(tax)} aria-label={t('DESK.PRICES.SET_TAX_OF', { name: tax.country })}>
      {t('DESK.PRICES.SET_TAX')}
    </Button>
  )
  return (
    <>
      <DataTable
        label={t('DESK.PRICES.TAXES')}
        rows={taxes}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ country }) => country}
        nothing={t('DESK.PRICES.NOTHING')}
      />
      {changed && <TaxDialog tax={changed} today={today} onDone={() => setChanged(null)} />}
    </>
  )
}
