import { decideReaderMarket } from '@kiosk/contract/desk-routes'
import type { MarketDecisionKind } from '@kiosk/domain/payments/market'
import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { useDay } from '../shell/use-format.ts'
import { useNames } from '../shell/use-names.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { Facts } from './facts.tsx'
import style from './readers.module.css'

type Market = ReaderPage['market']
type Props = { readerId: number; market: Market; mayDecide: boolean }

/** Whether an order would be accepted in the country of the account, what is known about it, and decisions about it. */
export function MarketPart({ readerId, market, mayDecide }: Props) {
  const t = useText()
  const time = useTime()
  const { country: nameOf } = useNames()
  // The country that the person sees in the dialog, also if the data of the page are loaded again meanwhile.
  const [asked, setAsked] = useState<{ kind: MarketDecisionKind; code: string } | null>(null)
  const { decision, rejection, decisions } = market
  const button = (kind: MarketDecisionKind) => (
    <Button kind={kind === 'refuse' ? 'danger' : 'quiet'} onPress={() => setAsked({ kind, code: market.country })}>
      {t(`DESK.READERS.MARKET.${kind}`)}
    </Button>
  )
  return (
    <section className={style.part} aria-labelledby="market">
      <h2 id="market">{t('DESK.READERS.MARKET')}</h2>
      <p>{t(`DESK.READERS.MAY_BUY.${decision ?? rejection ?? 'yes'}`, { country: nameOf(market.country) })}</p>
      <MarketFacts market={market} />
      {decisions.length > 0 && (
        <ul className={style.list}>
          {decisions.map((each) => (
            <li key={each.at}>
              <p className={style.noteText}>
                {t(`DESK.READERS.MARKET_DONE.${each.decision}`, { country: nameOf(each.country) })} {each.why}
              </p>
              <small className={style.quiet}>
                {each.actor}, {time(each.at)}
              </small>
            </li>
          ))}
        </ul>
      )}
      {mayDecide && (
        <Buttons>
          {decision !== 'allow' && button('allow')}
          {decision !== 'refuse' && button('refuse')}
          {decision && button('clear')}
        </Buttons>
      )}
      {asked && (
        <ReasonDialog
          title={t(`DESK.READERS.MARKET.${asked.kind}`)}
          hint={t('DESK.READERS.MARKET_REASON_HINT')}
          kind={asked.kind === 'refuse' ? 'danger' : 'main'}
          change={(reason) =>
            deskClient.call(decideReaderMarket, {
              params: { id: readerId },
              body: { decision: asked.kind, country: asked.code, reason },
            })
          }
          onDone={() => setAsked(null)}
        >
          <p>{t(`DESK.READERS.MARKET.${asked.kind}.BODY`, { country: nameOf(asked.code) })}</p>
        </ReasonDialog>
      )}
    </section>
  )
}

/** The three pieces of evidence. */
function MarketFacts({ market: { country, isAssumed, network, methods } }: { market: Market }) {
  const t = useText()
  const day = useDay()
  const names = useNames()
  const nameOf = (code: string | null) => (code ? names.country(code) : t('DESK.READERS.COUNTRY_UNKNOWN'))
  const facts = [
    ['ACCOUNT', isAssumed ? t('DESK.READERS.COUNTRY_ASSUMED') : nameOf(country)],
    [
      'NETWORK',
      network
        ? t('DESK.READERS.ORDERED_FROM', { country: nameOf(network.country), day: day(network.at) })
        : t('DESK.READERS.NO_ORDER'),
    ],
    [
      'METHOD',
      methods.length === 0
        ? t('DESK.READERS.NO_METHOD')
        : methods.map((each) => `${each.brand} ${each.masked} (${nameOf(each.country)})`).join(', '),
    ],
  ] as const
  return (
    <>
      <p className={style.quiet}>{t('DESK.READERS.MARKET_RULE')}</p>
      <Facts facts={facts} nameOf={(name) => t(`DESK.READERS.${name}`)} />
    </>
  )
}
