import { reader, readerMoney } from '@kiosk/contract/desk-routes'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Nothing } from '../pieces/nothing.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import { AccountActions } from './account-actions.tsx'
import { AccountFacts, RightsPart } from './account-part.tsx'
import { EmailsPart } from './emails-part.tsx'
import { MarketPart } from './market-part.tsx'
import { MoneyPart } from './money-part.tsx'
import { NotesPart } from './notes-part.tsx'
import style from './readers.module.css'
import { RecordsPart } from './records-part.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { ViewPart } from './view-part.tsx'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const id = Number(params.id)
  const all = new URL(request.url).searchParams.get('money') === 'all' ? '1' : '0'
  const [page, found, write, money, view] = await Promise.all([
    ctx.call(reader, { params: { id } }),
    ctx.call(readerMoney, { params: { id }, query: { all } }),
    ctx.may('readers.write'),
    ctx.may('readers.money'),
    ctx.may('readers.view-as'),
  ])
  return { page, money: found, may: { write, money, view } }
}

/** Everything about one reader, and everything that can be done. */
export default function Reader() {
  const { page, money, may } = useLoaderData<typeof loader>()
  const t = useText()
  const { account, rights, subscriptions } = page
  return (
    <>
      <PageHead title={account.email} about={account.name || t('DESK.READERS.NAMELESS')}>
        <Link to="/readers">{t('DESK.READERS.BACK')}</Link>
      </PageHead>
      <div className={style.pair}>
        <section className={style.part} aria-labelledby="account">
          <h2 id="account">{t('DESK.READERS.ACCOUNT')}</h2>
          <AccountFacts account={account} />
          {may.write && <AccountActions key={account.id} account={account} />}
        </section>
        <div>
          <RightsPart rights={rights} />
          <MarketPart readerId={account.id} market={page.market} mayDecide={may.money} />
          <ViewPart account={account} support={page.support} mayView={may.view} />
          <NotesPart readerId={account.id} notes={page.notes} mayWrite={may.write} />
        </div>
      </div>
      <section className={style.part} aria-labelledby="subscriptions">
        <h2 id="subscriptions">{t('DESK.READERS.SUBSCRIPTIONS')}</h2>
        {subscriptions.length === 0 && <Nothing>{t('DESK.READERS.NO_SUBSCRIPTIONS')}</Nothing>}
        {subscriptions.map((subscription) => (
          <SubscriptionCard key={subscription.id} readerId={account.id} subscription={subscription} may={may} />
        ))}
      </section>
      <MoneyPart readerId={account.id} events={money.events} more={money.more} mayRefund={may.money} />
      <EmailsPart readerId={account.id} emails={page.emails} mayWrite={may.write} />
      <RecordsPart page={page} />
    </>
  )
}
