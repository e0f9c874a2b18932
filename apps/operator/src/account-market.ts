import { userInfo } from 'node:os'
import { describeMarket } from '@kiosk/backend/billing/plans/describe-market'
import { decideMarket } from '@kiosk/backend/billing/plans/market-decisions'
import type { Database } from '@kiosk/backend/db/connect'
import { printable } from '@kiosk/backend/printable'
import { dayInUtc } from '@kiosk/domain/day'
import type { MarketDecisionKind, MarketRejection } from '@kiosk/domain/payments/market'

type Account = { id: number; email: string }

const REJECTIONS: Record<MarketRejection, string> = {
  market_closed: 'no: what else is known lies outside the markets',
  market_mismatch: 'no: something names another market',
  market_unproved: 'no: too little is known',
}
const DONE: Record<MarketDecisionKind, (country: string) => string> = {
  allow: (country) => `is allowed to buy in ${country}; invoices keep that as evidence, with the reason.`,
  refuse: (country) => `is not sold anything in ${country} any more. A running subscription continues.`,
  clear: (country) => `buys in ${country} again where the evidence is enough.`,
}

/** Prints the evidence of an account's country, whether it may buy, and the operators' decisions. @returns exit code */
export async function showMarket(db: Database, { id, email }: Account): Promise<number> {
  const found = await describeMarket(db, id)
  if (!found) return 1
  const { country, isAssumed, network, methods, rejection, decision, decisions } = found
  console.log(`${email}: market ${country}${isAssumed ? ', only assumed: no evidence' : ''}`)
  console.log(network ? `last order from the network of ${network.country ?? '?'} on ${dayInUtc(network.at)}` : 'no order')
  for (const { brand, masked, country } of methods) console.log(`payment data ${printable(brand)} ${masked}: ${country || '?'}`)
  const byDecision = decision && `${decision === 'allow' ? 'yes' : 'no'}: an operator decided`
  console.log(`may buy from there: ${byDecision ?? (rejection ? REJECTIONS[rejection] : 'yes')}`)
  for (const { decision, country, actor, why, at } of decisions)
    console.log(`${dayInUtc(at)} ${decision} ${country} by ${printable(actor)}: ${printable(why)}`)
  return 0
}

/** Records a decision on whether an account may buy. @returns exit code */
export async function decideMarketOf(
  ctx: Parameters<typeof decideMarket>[0],
  { id, email }: Account,
  { decision, why }: { decision: MarketDecisionKind; why: string },
): Promise<number> {
  const country = await decideMarket(ctx, id, { decision, actor: userInfo().username, why })
  if (country === null) return 1
  console.log(`${email} ${DONE[decision](country)}`)
  return 0
}
