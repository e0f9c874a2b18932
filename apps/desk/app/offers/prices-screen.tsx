import { prices } from '@kiosk/contract/desk-routes'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './offers.module.css'
import { PlanTable } from './plan-table.tsx'
import { TaxTable } from './tax-table.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, readsChanges, found] = await Promise.all([ctx.may('offers.write'), ctx.may('prices.read'), ctx.call(prices)])
  return { ...found, mayChange, readsChanges }
}

/** What the plans cost in each market, from which day on, and the tax in it. */
export default function Prices() {
  const { plans, taxes, today, mayChange, readsChanges } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <PageHead title={t('DESK.SECTION.PRICES')} about={t('DESK.PRICES.ABOUT')} />
      <PlanTable plans={plans} today={today} mayChange={mayChange} />
      {readsChanges && (
        <p>
          <Link to="/money/prices">{t('DESK.PRICES.RUNNING')}</Link>
        </p>
      )}
      <h2 className={style.heading}>{t('DESK.PRICES.TAXES')}</h2>
      <p className={style.note}>{t('DESK.PRICES.TAXES_ABOUT')}</p>
      <TaxTable taxes={taxes} today={today} mayChange={mayChange} />
    </>
  )
}
