import { campaigns, removeCampaign } from '@kiosk/contract/desk-routes'
import type { Campaign } from '@kiosk/domain/staff/offer-endpoints'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button, buttonClass } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { currencyOf, planNames } from './plan-names.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [me, { campaigns: rows }] = await Promise.all([ctx.me(), ctx.call(campaigns)])
  return { rows, mayChange: me !== null && isPermitted(me.role, 'offers.write') }
}

/** Landing pages with offers. */
export default function Campaigns() {
  const { rows, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const day = useDay()
  const money = useMoney()
  const [removed, setRemoved] = useState<Campaign | null>(null)
  const columns = useMemo(
    (): Column<Campaign>[] => [
      {
        id: 'title',
        header: t('DESK.CAMPAIGNS.PAGE'),
        cell: ({ row: { original: row } }) => (
          <>
            <strong>
              <Link to={`/offers/campaigns/${row.key}`}>{row.title}</Link>
            </strong>
            <small>
              <a href={`/${row.key}`} target="_blank" rel="noreferrer">
                /{row.key}
              </a>
              {row.partner && `, ${row.partner}`}
            </small>
          </>
        ),
      },
      {
        id: 'offers',
        header: t('DESK.CAMPAIGNS.OFFERS'),
        cell: ({ row }) =>
          row.original.offers.map(({ plan, price, code, redeemed }) => (
            <div key={code}>
              {planNames([plan])}: {money(price, currencyOf([plan]))}
              <small>
                {code}, {t('DESK.CAMPAIGNS.REDEEMED', { count: redeemed })}
              </small>
            </div>
          )),
      },
      {
        id: 'term',
        header: t('DESK.CODES.TERM'),
        cell: ({ row: { original: row } }) => {
          const from = row.from ? day(row.from) : time(row.publishedAt)
          return row.until ? t('DESK.CODES.FROM_TO', { from, until: day(row.until) }) : t('DESK.CODES.FROM_ON', { from })
        },
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              align: 'end',
              cell: ({ row: { original: row } }) => (
                <Button kind="bare" onPress={() => setRemoved(row)} aria-label={t('DESK.REMOVE_OF', { name: row.title })}>
                  {t('DESK.REMOVE')}
                </Button>
              ),
            } satisfies Column<Campaign>,
          ]
        : []),
    ],
    [t, time, day, money, mayChange],
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.CAMPAIGNS')} about={t('DESK.CAMPAIGNS.ABOUT')}>
        {mayChange && (
          <Link className={buttonClass()} to="/offers/campaigns/new">
            {t('DESK.CAMPAIGNS.NEW')}
          </Link>
        )}
      </PageHead>
      <DataTable
        label={t('DESK.SECTION.CAMPAIGNS')}
        rows={rows}
        columns={columns}
        rowId={({ key }) => key}
        nothing={t('DESK.CAMPAIGNS.NOTHING')}
      />
      {removed && (
        <ReasonDialog
          title={t('DESK.REMOVE_OF', { name: removed.title })}
          button={t('DESK.REMOVE')}
          kind="danger"
          change={(reason) => deskClient.call(removeCampaign, { params: { key: removed.key }, body: { reason } })}
          onDone={() => setRemoved(null)}
        >
          <p>{t('DESK.CAMPAIGNS.REMOVE_ABOUT')}</p>
        </ReasonDialog>
      )}
    </>
  )
}
