import type { Page, pages } from '@kiosk/domain/addresses'
import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** A page of the table in the domain: the compiler refuses a path that the table does not have under this name. */
function screen<P extends Page>(page: P, path: (typeof pages)[P]['path'], file: string): RouteConfigEntry {
  return route(path, file, { id: page })
}

/** Every URL and redirect of the website, and the file that answers it. */
export const screens = [
  screen('home', '/', 'catalogue/home-screen.tsx'),
  screen('catalogue', '/magazines/:search?', 'catalogue/catalogue-screen.tsx'),
  screen('issueLinks', '/magazines/issuelinks', 'catalogue/issue-links-screen.tsx'),
  screen('issue', '/magazines/issues/:id/:campaign?', 'catalogue/issue-screen.tsx'),
  screen('currentIssue', '/magazine/:magazinekey', 'catalogue/current-issue.ts'),
  screen('topic', '/topic/:id', 'shell/opening-soon-screen.tsx'),

  screen('feedback', '/feedback', 'content/feedback-screen.tsx'),
  screen('features', '/features', 'content/features-screen.tsx'),
  screen('about', '/about', 'content/about-screen.tsx'),
  screen('faq', '/faq', 'content/faq-screen.tsx'),
  screen('privacy', '/privacy', 'content/legal-screen.tsx'),
  screen('thirdParty', '/thirdparty', 'content/third-party-screen.tsx'),
  screen('terms', '/terms', 'content/legal-screen.tsx'),
  screen('previousTerms', '/terms/previous', 'content/legal-screen.tsx'),
  screen('holidayContest', '/terms/contest-holiday', 'content/legal-screen.tsx'),
  screen('recipeContest', '/terms/contest-recipe', 'content/legal-screen.tsx'),
  screen('imprint', '/imprint', 'content/imprint-screen.tsx'),
  screen('marketing', '/marketing', 'content/marketing-screen.tsx'),
  screen('accessibility', '/accessibility', 'content/legal-screen.tsx'),
  screen('linkInBio', '/linkinbio', 'shell/opening-soon-screen.tsx'),

  screen('promoCode', '/promocode', 'subscriptions/promo-code-screen.tsx'),
  screen('subscriptions', '/user/subscription/pub', 'subscriptions/subscriptions-screen.tsx'),
  screen('subscriptionsOfRegion', '/user/subscription/auth/:regionId', 'subscriptions/subscriptions-screen.tsx'),
  screen('currentSubscription', '/user/subscription/current/edit', 'shell/opening-soon-screen.tsx'),
  screen('cancel', '/cancel', 'shell/opening-soon-screen.tsx'),
  screen('withdraw', '/withdraw', 'shell/opening-soon-screen.tsx'),
  screen('launchOffer', '/user/launch-offer', 'shell/opening-soon-screen.tsx'),

  screen('easter', '/easter/:promoType?', 'shell/opening-soon-screen.tsx'),
  screen('sonne', '/sonne', 'shell/opening-soon-screen.tsx'),
  screen('vib', '/vib', 'shell/opening-soon-screen.tsx'),
  screen('robinson', '/robinson', 'shell/opening-soon-screen.tsx'),
  screen('magentaMoments', '/magenta-moments', 'shell/opening-soon-screen.tsx'),
  screen('telekomMagentaMoments', '/telekom-magenta-moments', 'shell/opening-soon-screen.tsx'),
  screen('iamstudent', '/iamstudent', 'shell/opening-soon-screen.tsx'),
  screen('iamstudentAt', '/iamstudent-at', 'shell/opening-soon-screen.tsx'),
  screen('iamstudentCh', '/iamstudent-ch', 'shell/opening-soon-screen.tsx'),
  screen('hagebaumarkt', '/60-jahre-hagebaumarkt', 'shell/opening-soon-screen.tsx'),
  screen('dreamwood', '/dreamwood', 'shell/opening-soon-screen.tsx'),
  screen('promo', '/promo', 'shell/opening-soon-screen.tsx'),
  screen('blackFriday', '/black-friday', 'shell/opening-soon-screen.tsx'),
  screen('christmas', '/christmas', 'shell/opening-soon-screen.tsx'),
  screen('holiday', '/holiday/:promoType?', 'shell/opening-soon-screen.tsx'),
  screen('readAtHome', '/read-at-home/:promoType?', 'shell/opening-soon-screen.tsx'),
  screen('partner', '/partner', 'shell/opening-soon-screen.tsx'),
  screen('videoAdvertising', '/videowerbung', 'shell/opening-soon-screen.tsx'),
  screen('apk', '/apk', 'shell/opening-soon-screen.tsx'),

  screen('login', '/user/login', 'shell/opening-soon-screen.tsx'),
  screen('register', '/user/register', 'shell/opening-soon-screen.tsx'),
  screen('acceptTerms', '/user/register/acceptTerms', 'shell/opening-soon-screen.tsx'),
  screen('newPassword', '/createNewPassword', 'shell/opening-soon-screen.tsx'),
  screen('verify', '/user/verify', 'shell/opening-soon-screen.tsx'),
  screen('verifyEmail', '/user/verifyEmail', 'shell/opening-soon-screen.tsx'),
  screen('newsletterUnsubscribe', '/user/newsletter/unsubscribe', 'shell/opening-soon-screen.tsx'),
  screen('releasesUnsubscribe', '/user/releases/unsubscribe', 'shell/opening-soon-screen.tsx'),
  screen('logout', '/user/logout', 'accounts/logout.ts'),
  screen('account', '/user/account', 'shell/opening-soon-screen.tsx'),
  screen('invoices', '/invoice', 'shell/opening-soon-screen.tsx'),
  screen('devices', '/user/device', 'shell/opening-soon-screen.tsx'),

  screen('paymentOverview', '/user/payment/overview', 'shell/opening-soon-screen.tsx'),
  screen('pay', '/user/payment/dopay', 'shell/opening-soon-screen.tsx'),
  screen('paymentSuccess', '/user/payment/success', 'shell/opening-soon-screen.tsx'),
  screen('paymentSuccessRegistration', '/user/payment/success/rg', 'shell/opening-soon-screen.tsx'),
  screen('paymentAsync', '/user/payment/async/:id', 'shell/opening-soon-screen.tsx'),
  screen('reservationAsync', '/user/payment/async/reservation/:id', 'shell/opening-soon-screen.tsx'),
  screen('paymentFailedAny', '/user/payment/failed', 'shell/redirects.ts'),
  screen('paymentFailed', '/user/payment/failed/rg', 'shell/opening-soon-screen.tsx'),
  screen('paymentFailedCancel', '/user/payment/failed/rg/cancel', 'shell/redirects.ts'),
  screen('paymentEdit', '/user/payment/edit', 'shell/opening-soon-screen.tsx'),
  screen('paymentChanged', '/user/payment/success/rr', 'shell/opening-soon-screen.tsx'),
  screen('paymentEdited', '/user/payment/edit/success', 'shell/opening-soon-screen.tsx'),
  screen('paymentChangeFailed', '/user/payment/failed/rr', 'shell/opening-soon-screen.tsx'),
  screen('paymentChangeFailedCancel', '/user/payment/failed/rr/cancel', 'shell/redirects.ts'),
]

export default [
  ...screens,
  route('/home', 'shell/redirects.ts', { id: 'oldHome' }),
  route('/preferences', 'shell/preferences.ts', { id: 'preferences' }),
  route('*', 'shell/unknown-path.ts', { id: 'unknownPath' }),
]
