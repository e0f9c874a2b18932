/**
 * Edition of the terms in force: what registration and `websession/terms` accept. A new one is asked for at the next login
 * of everybody; reading programs come in again once it is accepted on the website.
 */
export const TERMS_VERSION = '2026-11-22'

/** Passwords (sections 5 and 9). Characters. */
export const PASSWORD = { registration: { min: 6, max: 100 }, change: { min: 3, max: 100 } } as const

/** How long one-time tokens hold; each works once. Seconds. */
export const TOKEN_TERM = {
  verification: 7 * 24 * 3600,
  email: 7 * 24 * 3600,
  recovery: 3600,
  terms: 3600,
  session: 60,
  sso: 60,
  social: 60,
  identity: 600,
  /** The password was right, the code is asked for. */
  'second-factor': 600,
  /** A challenge that a passkey signs. */
  passkey: 900,
  /** A way in that waits until its owner says that it is theirs. */
  link: 3600,
  /** "This wasn't me", in the email about a new device. */
  disown: 7 * 24 * 3600,
  unsubscribe: 400 * 24 * 3600,
  /** The button of a declaration's receipt. */
  exit: 30 * 24 * 3600,
  /** The link to the bank's question about a renewal; ends with the time to answer, if that is sooner. */
  payment: 30 * 24 * 3600,
  /** The link of an email about a new price; what may still be answered, its notice says. */
  price: 500 * 24 * 3600,
} as const
export type TokenPurpose = keyof typeof TOKEN_TERM

/** An account whose address nobody confirmed goes after this. Days. */
export const UNVERIFIED_TERM = 30

/** A session that is remembered; one that ends with the browser, and without use; any of them, however much it is used. Seconds. */
export const SESSION_TERM = { remembered: 30 * 24 * 3600, browser: 24 * 3600, longest: 30 * 24 * 3600 } as const
/** Bearer tokens of apps; a sign-in that is refreshed for so long ends, too. Seconds. */
export const BEARER_TERM = { access: 15 * 60, refresh: 30 * 24 * 3600, signIn: 365 * 24 * 3600 } as const
/** A password given so long ago still counts as fresh (decision 14). Seconds. */
export const FRESH_LOGIN = 10 * 60

/** An account that its owner deletes is closed at once and erased after this; until then a link brings it back. Days. */
export const ERASURE_GRACE_DAYS = 7

/** Names the account that a call means: the `accountReference` of the user data. A call for another account is rejected. */
export const ACCOUNT_HEADER = 'x-account'
/** The same in a form of the website. */
export const ACCOUNT_FIELD = 'account'
/** Recovery codes of a second factor, each used once. */
export const RECOVERY_CODES = 10
/** Passkeys of one account. */
export const MOST_PASSKEYS = 20

/** Bounds of free text in forms. Characters. */
export const TEXT = { name: 100, deviceName: 60, email: 254, message: 5000, address: 2000 } as const

export const AGE_GROUPS = [1, 2, 3, 4, 5, 6] as const
export const GENDERS = [1, 2, 3, 4] as const

/** Federal states and cantons (ISO 3166-2), by region; names are those of the country itself. */
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

/** So long an account stays in the market that it was moved to. Days. */
export const REGION_KEPT_DAYS = 90
