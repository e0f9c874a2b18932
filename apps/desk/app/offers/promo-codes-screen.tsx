import { endPromoCode, exportPromoCodes, importPromoCodes, promoCodes } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { regionById } from '@kiosk/domain/regions'
import type { PromoCode } from '@kiosk/domain/staff/offer-endpoints'
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
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { CodeFilter, codeFilterIn } from './code-filter.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PromoCodeDialog } from './promo-code-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const filter = codeFilterIn(request)
  const [me, found] = await Promise.all([ctx.me(), ctx.call(promoCodes, { query: filter })])
  return { ...found, filter, mayChange: me !== null && isPermitted(me.role, 'offers.write') }
}

const COLUMNS = 'code, until; days, from, most, markets, title_de, title_en, title_fr'

/** Codes with which readers read without advertisements for some days. */
export default function PromoCodes() {
  const { promoCodes: rows, more, filter, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const day = useDay()
  const [edited, setEdited] = useState<PromoCode | 'new' | 'import' | null>(null)
  const columns = useMemo(
    (): Column<PromoCode>[] => [
      {
        id: 'code',
        header: t('DESK.CODES.CODE'),
        cell: ({ row: { original: row } }) => (
          <>
            <strong className="number">{row.code}</strong>
            {row.title !== row.code && <small>{row.title}</small>}
          </>
        ),
      },
      {
        id: 'days',
        header: t('DESK.PROMO.DAYS'),
        cell: ({ row }) => t('DESK.VOUCHERS.FOR_DAYS', { count: row.original.days }),
      },
      {
        id: 'markets',
        header: t('DESK.PROMO.MARKETS'),
        cell: ({ row }) => row.original.markets?.map((id) => regionById(id)?.country).join(', ') ?? t('DESK.CONTENT.EVERYWHERE'),
      },
      {
        id: 'term',
        header: t('DESK.CODES.TERM'),
        cell: ({ row: { original: row } }) => t('DESK.CODES.FROM_TO', { from: day(row.from), until: day(row.until) }),
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
            } satisfies Column<PromoCode>,
          ]
        : []),
    ],
    [t, day, mayChange],
  )
  const { after: _, ...shown } = filter
  const close = () => setEdited(null)
  return (
    <>
      <PageHead title={t('DESK.SECTION.PROMO_CODES')} about={t('DESK.PROMO.ABOUT')}>
        <a className={buttonClass('quiet')} href={apiAddress(exportPromoCodes, {}, shown)}>
          {t('DESK.CSV')}
        </a>
        {mayChange && (
          <>
            <Button kind="quiet" onPress={() => setEdited('import')}>
              {t('DESK.CODES.IMPORT')}
            </Button>
            <Button onPress={() => setEdited('new')}>{t('DESK.PROMO.NEW')}</Button>
          </>
        )}
      </PageHead>
      <CodeFilter {...shown} />
      <DataTable
        label={t('DESK.SECTION.PROMO_CODES')}
        rows={rows}
        columns={columns}
        rowId={({ code }) => code}
        nothing={t('DESK.CODES.NOTHING')}
      />
      <Pager by="after" next={more ? rows.at(-1)?.code : null} />
      {edited === 'new' && <PromoCodeDialog onDone={close} />}
      {edited === 'import' && (
        <ImportDialog
          title={t('DESK.PROMO.IMPORT')}
          columns={COLUMNS}
          send={(body) => deskClient.call(importPromoCodes, { body })}
          onDone={close}
        />
      )}
      {edited && typeof edited === 'object' && (
        <ReasonDialog
          title={t('DESK.CODES.END_OF', { name: edited.code })}
          button={t('DESK.CODES.END')}
          kind="danger"
          change={(reason) => deskClient.call(endPromoCode, { params: { code: edited.code }, body: { reason } })}
          onDone={close}
        >
          <p>{t('DESK.PROMO.END_ABOUT')}</p>
        </ReasonDialog>
      )}
    </>
  )
}
