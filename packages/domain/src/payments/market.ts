import { regions } from '../regions.ts'

/** Evidence of a buyer's location; ISO 3166-1 alpha-2, null = unknown. */
export type LocationEvidence = {
  /** Country of registration; null if it was only assumed. */
  market: string | null
  /** Country of the order's network address. */
  network: string | null
  /** Country of the card's issuer, the bank account, or the payer's address. */
  method: string | null
}

/** Reasons for rejecting a sale, which are also error codes. */
export const MARKET_REJECTIONS = ['market_closed', 'market_mismatch', 'market_unproved'] as const
export type MarketRejection = (typeof MARKET_REJECTIONS)[number]

/** What an operator can decide about an account's purchases in a country; `clear`: the evidence decides again. */
export const MARKET_DECISIONS = ['allow', 'refuse', 'clear'] as const
export type MarketDecisionKind = (typeof MARKET_DECISIONS)[number]

/** The operator's decision for an account and a country, which overrides the evidence; null = the evidence decides. */
export type MarketDecision = Exclude<MarketDecisionKind, 'clear'> | null

/** Required pieces of evidence for the country of a sale (article 24b of Regulation (EU) 282/2011). */
export const EVIDENCE_PIECES = 2

/** Returns the number of pieces that support a country. */
function piecesFor(country: string, evidence: LocationEvidence): number {
  return Object.values(evidence).filter((piece) => piece === country).length
}

/**
 * Checks whether a sale into a country is allowed. Two of the three pieces must support it, so that buyers who travel or
 * bank abroad can buy.
 * @returns null if allowed, otherwise the reason: `market_closed` = all other known evidence is outside the markets,
 * `market_mismatch` = some evidence names another market, `market_unproved` = too little is known, or the operator rejected
 * the sale
 */
export function marketRejection(country: string, evidence: LocationEvidence, decision: MarketDecision): MarketRejection | null {
  if (decision !== null) return decision === 'allow' ? null : 'market_unproved'
  if (piecesFor(country, evidence) >= EVIDENCE_PIECES) return null
  const others = Object.values(evidence).filter((piece): piece is string => piece !== null && piece !== country)
  if (others.length === 0) return 'market_unproved'
  return others.some(isMarket) ? 'market_mismatch' : 'market_closed'
}

/** Checks the same before the payment method is known; returns null if payment data of the country would be enough. */
export function marketRejectionBeforeMethod(
  country: string,
  evidence: Omit<LocationEvidence, 'method'>,
  decision: MarketDecision,
): MarketRejection | null {
  if (marketRejection(country, { ...evidence, method: country }, decision) === null) return null
  return marketRejection(country, { ...evidence, method: null }, decision)
}

export function isMarket(country: string): boolean {
  return regions.some((region) => region.country === country)
}
