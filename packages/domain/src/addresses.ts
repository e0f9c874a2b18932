/**
 * Every page of the website by name: the only table from which screens, feeds and e-mails build links. `access`: public
 * pages, pages that require a login, and the logout. All other paths below `/reader` belong to the reader.
 */
export const pages = {
  home: { path: '/', access: 'public' },
  catalogue: { path: '/magazines/:search?', access: 'public' },
  issueLinks: { path: '/magazines/issuelinks', access: 'public' },
  issue: { path: '/magazines/issues/:id/:campaign?', access: 'public' },
  currentIssue: { path: '/magazine/:magazinekey', access: 'public' },
  title: { path: '/title/:magazinekey', access: 'public' },
  topic: { path: '/topic/:id', access: 'public' },
  feedback: { path: '/feedback', access: 'public' },
  features: { path: '/features', access: 'public' },
  about: { path: '/about', access: 'public' },
  faq: { path: '/faq', access: 'public' },
  promoCode: { path: '/promocode', access: 'public' },
  privacy: { path: '/privacy', access: 'public' },
  thirdParty: { path: '/thirdparty', access: 'public' },
  terms: { path: '/terms', access: 'public' },
  previousTerms: { path: '/terms/previous', access: 'public' },
  holidayContest: { path: '/terms/contest-holiday', access: 'public' },
  recipeContest: { path: '/terms/contest-recipe', access: 'public' },
  imprint: { path: '/imprint', access: 'public' },
  press: { path: '/press', access: 'public' },
  marketing: { path: '/marketing', access: 'public' },
  linkInBio: { path: '/linkinbio', access: 'public' },
  newPassword: { path: '/createNewPassword', access: 'public' },
  accessibility: { path: '/accessibility', access: 'public' },
  cancel: { path: '/cancel', access: 'public' },
  withdraw: { path: '/withdraw', access: 'public' },
  confirmPayment: { path: '/user/payment/confirm', access: 'public' },
  confirmExit: { path: '/contract/confirm', access: 'public' },
  priceChange: { path: '/contract/price', access: 'public' },
  easter: { path: '/easter/:promoType?', access: 'public' },
  sonne: { path: '/sonne', access: 'public' },
  vib: { path: '/vib', access: 'public' },
  robinson: { path: '/robinson', access: 'public' },
  magentaMoments: { path: '/magenta-moments', access: 'public' },
  telekomMagentaMoments: { path: '/telekom-magenta-moments', access: 'public' },
  iamstudent: { path: '/iamstudent', access: 'public' },
  iamstudentAt: { path: '/iamstudent-at', access: 'public' },
  iamstudentCh: { path: '/iamstudent-ch', access: 'public' },
  hagebaumarkt: { path: '/60-jahre-hagebaumarkt', access: 'public' },
  dreamwood: { path: '/dreamwood', access: 'public' },
  promo: { path: '/promo', access: 'public' },
  blackFriday: { path: '/black-friday', access: 'public' },
  christmas: { path: '/christmas', access: 'public' },
  holiday: { path: '/holiday/:promoType?', access: 'public' },
  readAtHome: { path: '/read-at-home/:promoType?', access: 'public' },
  partner: { path: '/partner', access: 'public' },
  videoAdvertising: { path: '/videowerbung', access: 'public' },
  apk: { path: '/apk', access: 'public' },
  login: { path: '/user/login', access: 'public' },
  register: { path: '/user/register', access: 'public' },
  acceptTerms: { path: '/user/register/acceptTerms', access: 'public' },
  subscriptions: { path: '/user/subscription/pub', access: 'public' },
  verify: { path: '/user/verify', access: 'public' },
  verifyEmail: { path: '/user/verifyEmail', access: 'public' },
  newsletterUnsubscribe: { path: '/user/newsletter/unsubscribe', access: 'public' },
  releasesUnsubscribe: { path: '/user/releases/unsubscribe', access: 'public' },
  searchesUnsubscribe: { path: '/user/searches/unsubscribe', access: 'public' },
  disown: { path: '/user/disown', access: 'public' },
  logout: { path: '/user/logout', access: 'logout' },
  shelf: { path: '/reader', access: 'public' },
  bookmarks: { path: '/reader/bookmarks', access: 'login' },
  history: { path: '/reader/history', access: 'login' },
  searches: { path: '/reader/searches', access: 'login' },
  archive: { path: '/reader/archive/:magazinekey', access: 'public' },
  deviceGate: { path: '/reader/devices', access: 'login' },
  invoices: { path: '/invoice', access: 'login' },
  devices: { path: '/user/device', access: 'login' },
  security: { path: '/user/security', access: 'login' },
  linkIdentity: { path: '/user/identity', access: 'login' },
  account: { path: '/user/account', access: 'login' },
  accountExport: { path: '/user/account/export', access: 'login' },
  accountRestore: { path: '/user/account/restore', access: 'public' },
  accountDeleted: { path: '/user/account/deleted', access: 'public' },
  subscriptionsOfRegion: { path: '/user/subscription/auth/:regionId', access: 'login' },
  currentSubscription: { path: '/user/subscription/current/edit', access: 'login' },
  paymentOverview: { path: '/user/payment/overview', access: 'login' },
  pay: { path: '/user/payment/dopay', access: 'login' },
  paymentSuccess: { path: '/user/payment/success', access: 'login' },
  paymentSuccessRegistration: { path: '/user/payment/success/rg', access: 'login' },
  paymentAsync: { path: '/user/payment/async/:id', access: 'login' },
  reservationAsync: { path: '/user/payment/async/reservation/:id', access: 'login' },
  launchOffer: { path: '/user/launch-offer', access: 'login' },
  paymentFailedAny: { path: '/user/payment/failed', access: 'login' },
  paymentFailed: { path: '/user/payment/failed/rg', access: 'login' },
  paymentFailedCancel: { path: '/user/payment/failed/rg/cancel', access: 'login' },
  paymentEdit: { path: '/user/payment/edit', access: 'login' },
  paymentChanged: { path: '/user/payment/success/rr', access: 'login' },
  paymentEdited: { path: '/user/payment/edit/success', access: 'login' },
  paymentChangeFailed: { path: '/user/payment/failed/rr', access: 'login' },
  paymentChangeFailedCancel: { path: '/user/payment/failed/rr/cancel', access: 'login' },
} as const satisfies Record<string, { path: string; access: 'public' | 'login' | 'logout' }>

export type Page = keyof typeof pages
type Values = Record<string, string | number | boolean | null | undefined>

/**
 * Builds the address of a page: `:name` comes from `values` (`:name?` is optional), the rest becomes the query; empty values
 * are dropped.
 */
export function addressOf(page: Page, values: Values = {}, hash = ''): string {
  return fill(pages[page].path, values) + hash
}

/** Builds an address in the web reader under `webapp` ("/reader" or an absolute base): `{webapp}/issues/{uid}?p=&a=`. */
export function readerAddress(
  webapp: string,
  uid: string,
  at: { page?: number | undefined; article?: string | number | undefined } = {},
): string {
  return webapp.replace(/\/$/, '') + fill('/issues/:uid', { uid, p: at.page, a: at.article })
}

/** Returns the opaque cursor in a `nextUrl`, or null on the last page. */
export function afterOf(nextUrl: string | undefined): string | null {
  return nextUrl ? new URL(nextUrl, 'http://own.invalid').searchParams.get('after') : null
}

function fill(path: string, values: Values): string {
  const slots = new Set<string>()
  const filled = path.replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    slots.add(name)
    const value = values[name] ?? ''
    if (value === '' && !optional) throw new TypeError(`address ${path} needs ${name}`)
    return value === '' ? '' : `/${encodeURIComponent(String(value))}`
  })
  const rest = Object.entries(values).filter(([name, value]) => !slots.has(name) && (value ?? '') !== '')
  const query = rest.length > 0 ? `?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}` : ''
  return (filled || '/') + query
}
