import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, YEAR_SECONDS } from '../time.ts'

/**
 * Edition of the terms in force, accepted at registration and by `websession/terms`. A new edition must be accepted at the
 * next sign-in; OPDS clients work again once it is accepted on the website.
 */
export const TERMS_VERSION = '2026-11-30'

/** Digits of the code in a verification e-mail. */
export const VERIFICATION_CODE_DIGITS = 6

/** Passwords. Characters. */
export const PASSWORD = { registration: { min: 6, max: 100 }, change: { min: 3, max: 100 } } as const

/** Lifetimes of one-time tokens. Seconds. */
export const TOKEN_TTL_SECONDS = {
  verification: 7 * DAY_SECONDS,
  email: 7 * DAY_SECONDS,
  recovery: HOUR_SECONDS,
  terms: HOUR_SECONDS,
  session: 60,
  sso: 60,
  social: 60,
  identity: 600,
  /** The password was correct, the code is pending. */
  'second-factor': 600,
  /** A challenge for a passkey to sign. */
  passkey: 900,
  /** A linked sign-in method that its owner must confirm. */
  link: HOUR_SECONDS,
  /** "This wasn't me", in the e-mail about a new device. */
  disown: 7 * DAY_SECONDS,
  unsubscribe: 400 * DAY_SECONDS,
  /** The button in the receipt of a cancellation or withdrawal. */
  exit: 30 * DAY_SECONDS,
  /** The link to a bank's confirmation of a renewal; expires earlier if the time to answer is shorter. */
  payment: 30 * DAY_SECONDS,
  /** The link of a price change e-mail; the notice decides what can still be answered. */
  price: 500 * DAY_SECONDS,
} as const
export type TokenPurpose = keyof typeof TOKEN_TTL_SECONDS

/** An account with an unconfirmed address is deleted after this. */
export const UNVERIFIED_EXPIRY_DAYS = 30

/** Session lifetimes: remembered; for sessions that end with the browser, inactivity and maximum. Seconds. */
export const SESSION_TTL_SECONDS = { remembered: 30 * DAY_SECONDS, browser: DAY_SECONDS, longest: 30 * DAY_SECONDS } as const
/** Bearer tokens of apps; the sign-in itself expires too, however often it is refreshed. Seconds. */
export const BEARER_TTL_SECONDS = { access: 15 * MINUTE_SECONDS, refresh: 30 * DAY_SECONDS, signIn: YEAR_SECONDS } as const
/** Time that a password entry counts as recent (ADR-0171). */
export const FRESH_LOGIN_SECONDS = 10 * MINUTE_SECONDS

/** A deleted account is closed at once and erased after this; until then a link restores it. */
export const ERASURE_GRACE_DAYS = 7

/**
 * Header with the account that a call is for: the `accountReference` of the user data, or the `reader` of places and downloads.
 * A call for another account is rejected.
 */
export const ACCOUNT_HEADER = 'x-account'
/** The same as a field in forms of the website. */
export const ACCOUNT_FIELD = 'account'
/**
 * Header of every answer to a reader who lets the staff look at the account. Its value is the end of this permission, ISO 8601.
 */
export const SUPPORT_HEADER = 'x-support-until'
/** Number of single-use recovery codes of a second factor. */
export const RECOVERY_CODES = 10
/** Maximum passkeys per account. */
export const MOST_PASSKEYS = 20
/** Maximum number of listed sign-ins of an account, and of devices without one: the most recently used. */
export const MOST_SIGN_INS = 100

/** Maximum lengths of free text in forms. Characters. */
export const TEXT = { name: 100, deviceName: 60, email: 254, message: 5000, address: 2000 } as const

export const AGE_GROUPS = [1, 2, 3, 4, 5, 6] as const
export const GENDERS = [1, 2, 3, 4] as const

/** Federal states and cantons (ISO 3166-2) by region, with their local names. */
export const federalStates = [
  ...statesOf(1, 100, 'Burgenland,Kärnten,Niederösterreich,Oberösterreich,Salzburg,Steiermark,Tirol,Vorarlberg,Wien'),
  ...statesOf(
    2,
    200,
    'Baden-Württemberg,Bayern,Berlin,Brandenburg,Bremen,Hamburg,Hessen,Mecklenburg-Vorpommern,Niedersachsen,Nordrhein-Westfalen,Rheinland-Pfalz,Saarland,Sachsen,Sachsen-Anhalt,Schleswig-Holstein,Thüringen',
  ),
  ...statesOf(
    3,
    300,
    'Aargau,Appenzell Ausserrhoden,Appenzell Innerrhoden,Basel-Landschaft,Basel-Stadt,Bern,Fribourg,Genève,Glarus,Graubünden,Jura,Luzern,Neuchâtel,Nidwalden,Obwalden,Schaffhausen,Schwyz,Solothurn,St. Gallen,Thurgau,Ticino,Uri,Valais,Vaud,Zug,Zürich',
  ),
  ...statesOf(
    4,
    400,
    'Capellen,Clervaux,Diekirch,Echternach,Esch-sur-Alzette,Grevenmacher,Luxembourg,Mersch,Redange,Remich,Vianden,Wiltz',
  ),
]

function statesOf(regionId: number, first: number, names: string) {
  return names.split(',').map((name, place) => ({ id: first + place + 1, name, regionId }))
}

/** Minimum time in a market after moving to it. */
export const REGION_KEPT_DAYS = 90
