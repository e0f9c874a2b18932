import type { Reader } from '@kiosk/domain/reading/rights'

/** Who asks, as far as an answer depends on it. */
export type Session = {
  reader: Reader
  firstname: string | null
  /** The account's own switch (decision 16): titles from 18 on are absent without it. */
  showsAgeRestricted: boolean
}

const anonymous: Session = { reader: 'anonymous', firstname: null, showsAgeRestricted: false }

/** The session behind a request. Until accounts open, everybody is a visitor. */
export async function sessionOf(_request: Request): Promise<Session> {
  return anonymous
}
