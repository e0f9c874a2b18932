import { regions } from '../regions.ts'

/** Pieces of evidence for where a buyer is; ISO 3166-1 alpha-2, null = not known. */
export type LocationEvidence = {
  /** Where the account is registered; null where that was only assumed. */
  market: string | null
  /** Where the network address of the order lies. */
  network: string | null
  /** Of the card's issuer, of the bank account, or of the payer's address. */
  method: string | null
}

/** Why nothing is sold: names of error codes. */
export type MarketRefusal = 'market_closed' | 'market_mismatch' | 'market_unproved'

/** So many pieces have to name the country of a sale (article 24b of Regulation (EU) 282/2011). */
export const EVIDENCE_PIECES = 2

/** How many pieces name a country. */
export function piecesFor(country: string, evidence: LocationEvidence): number {
  return Object.values(evidence).filter((piece) => piece === country).length
}

/**
 * Whether something may be sold into a country: two of the three pieces have to name it, so that a buyer who travels, or banks
 * abroad, may buy.
 * @returns null where it may; else why not: `market_closed` = everything else that is known lies outside the markets,
 *   `market_mismatch` = something names another market, `market_unproved` = too little is known
 */
export function marketRefusal(country: string, evidence: LocationEvidence): MarketRefusal | null {
  if (piecesFor(country, evidence) >= EVIDENCE_PIECES) return null
  const others = Object.values(evidence).filter((piece): piece is string => piece !== null && piece !== country)
  if (others.length === 0) return 'market_unproved'
  return others.some(isMarket) ? 'market_mismatch' : 'market_closed'
}

/** The same before anybody knows how it is paid: null where payment data of the country would be enough. */
export function marketRefusalBeforeMethod(country: string, evidence: Omit<LocationEvidence, 'method'>): MarketRefusal | null {
  if (marketRefusal(country, { ...evidence, method: country }) === null) return null
  return marketRefusal(country, { ...evidence, method: null })
}

export function isMarket(country: string): boolean {
  return regions.some((region) => region.country === country)
}
