import { endVoucher, exportVouchers, importVouchers, vouchers } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { Voucher } from '@kiosk/domain/staff/offer-endpoints'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button, buttonClass } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { CodeFilter, codeFilterIn } from './code-filter.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { currencyOf, planNames } from './plan-names.ts'
import { VoucherDialog } from './voucher-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const filter = codeFilterIn(request)
  const [me, found] = await Promise.all([ctx.me(), ctx.call(vouchers, { query: filter })])
  return { ...found, filter, mayChange: me !== null && isPermitted(me.role, 'offers.write') }
}

const COLUMNS = 'code, plans, price; kind, days, from, until, most, title_de, title_en, title_fr, background, colour'

/** Codes that lower the price of a subscription. */
export default function Vouchers() {
  const { vouchers: rows, more, filter, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const day = useDay()
  const money = useMoney()
  const [edited, setEdited] = useState<Voucher | 'new' | 'import' | null>(null)
  const columns = useMemo(
    (): Column<Voucher>[] => [
      {
        id: 'code',
        header: t('DESK.CODES.CODE'),
        cell: ({ row: { original: row } }) => (
          <>
            <strong className="number">{row.code}</strong>
            <small>{[t(`DESK.VOUCHERS.KIND.${row.kind}`), row.title].filter(Boolean).join(', ')}</small>
          </>
        ),
      },
      { id: 'plans', header: t('DESK.VOUCHERS.PLANS'), cell: ({ row }) => planNames(row.original.plans) },
      {
        id: 'price',
        header: t('DESK.VOUCHERS.PRICE'),
        align: 'end',
        cell: ({ row: { original: row } }) => (
          <>
            {money(row.price, currencyOf(row.plans))}
            <small>{row.days ? t('DESK.VOUCHERS.FOR_DAYS', { count: row.days }) : t('DESK.VOUCHERS.THREE_CHARGES')}</small>
          </>
        ),
      },
      {
        id: 'days',
        header: t('DESK.CODES.TERM'),
        cell: ({ row: { original: row } }) =>
          row.until
            ? t('DESK.CODES.FROM_TO', { from: day(row.from), until: day(row.until) })
            : t('DESK.CODES.FROM_ON', { from: day(row.from) }),
      },
      {
        id: 'redeemed',
        header: t('DESK.CODES.REDEEMED'),
        align: 'end',
        cell: ({ row: { original: row } }) => (row.most === null ? row.redeemed : `${row.redeemed} / ${row.most}`),
      },
      {
        id: 'state',
        header: t('DESK.LIST.STATE'),
        cell: ({ row: { original: row } }) => (
          <Badge tone={row.state === 'running' ? 'good' : 'quiet'}>{t(`DESK.CODES.STATE.${row.state}`)}</Badge>
        ),
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              align: 'end',
              cell: ({ row: { original: row } }) =>
                row.state !== 'over' && (
                  <Button kind="bare" onPress={() => setEdited(row)} aria-label={t('DESK.CODES.END_OF', { name: row.code })}>
                    {t('DESK.CODES.END')}
                  </Button>
                ),
            } satisfies Column<Voucher>,
          ]
        : []),
    ],
    [t, day, money, mayChange],
  )
  const { after: _, ...shown } = filter
  const close = () => setEdited(null)
  return (
    <>
      <PageHead title={t('DESK.SECTION.VOUCHERS')} about={t('DESK.VOUCHERS.ABOUT')}>
        <a className={buttonClass('quiet')} href={apiAddress(exportVouchers, {}, shown)}>
          {t('DESK.CSV')}
        </a>
        {mayChange && (
          <>
            <Button kind="quiet" onPress={() => setEdited('import')}>
              {t('DESK.CODES.IMPORT')}
            </Button>
            <Button onPress={() => setEdited('new')}>{t('DESK.VOUCHERS.NEW')}</Button>
          </>
        )}
      </PageHead>
      <CodeFilter {...shown} />
      <DataTable
        label={t('DESK.SECTION.VOUCHERS')}
        rows={rows}
        columns={columns}
        rowId={({ code }) => code}
        nothing={t('DESK.CODES.NOTHING')}
      />
      <Pager by="after" next={more ? rows.at(-1)?.code : null} />
      {edited === 'new' && <VoucherDialog onDone={close} />}
      {edited === 'import' && (
        <ImportDialog
          title={t('DESK.VOUCHERS.IMPORT')}
          columns={COLUMNS}
          send={(body) => deskClient.call(importVouchers, { body })}
          onDone={close}
        />
      )}
      {edited && typeof edited === 'object' && (
        <ReasonDialog
          title={t('DESK.CODES.END_OF', { name: edited.code })}
          button={t('DESK.CODES.END')}
          kind="danger"
          change={(reason) => deskClient.call(endVoucher, { params: { code: edited.code }, body: { reason } })}
          onDone={close}
        >
          <p>{t('DESK.VOUCHERS.END_ABOUT')}</p>
        </ReasonDialog>
      )}
    </>
  )
}
