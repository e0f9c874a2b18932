import type { Column } from '../pieces/data-table.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'

/** The first columns of a list of charges or other movements of money: when, and how much. */
export function useMovementColumns<Row extends { at: string; amount: number; currency: string }>(): Column<Row>[] {
  const t = useText()
  const time = useTime()
  const money = useMoney()
  return [
    {
      id: 'at',
      header: t('DESK.LIST.AT'),
      cell: (row) => <time dateTime={row.at}>{time(row.at)}</time>,
    },
    {
      id: 'amount',
      header: t('DESK.MONEY.AMOUNT'),
      align: 'end',
      cell: (row) => money(row.amount, row.currency),
    },
  ]
}
