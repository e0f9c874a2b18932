import type { Route } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import type { Issue, IssueDetails } from '@kiosk/domain/catalogue/endpoints'
import { EVERY_PUBLICATION, keyOfCategory, keyOfTitle, NO_PUBLICATION } from '@kiosk/domain/surrogate-keys'

/** Calls that no publication changes, except for the numbers of titles and issues, which may be a minute old. */
const unaffected: ReadonlySet<Route> = new Set<Route>([
  routes.webinfo,
  routes.region,
  routes.identityProviders,
  routes.subscriptionModels,
  routes.launchOffer,
  routes.favourites,
  routes.savedSearches,
  routes.campaignPage,
  routes.campaignPricing,
  routes.planPricing,
  routes.terms,
  routes.previousTerms,
  routes.privacyPolicy,
  routes.textDocument,
])

type Input = { params?: Record<string, string | number>; query?: Record<string, unknown> }

const isKey = (text: unknown): text is string => typeof text === 'string' && /^[a-z0-9-]+$/.test(text)

/** Calls that show titles or categories that the call or its answer names. */
const named = new Map<Route, (answer: never, input: Input) => string[]>([
  [routes.issue, ({ magazineKey }: Issue) => [keyOfTitle(magazineKey)]],
  [routes.magazineDetails, ({ currentIssue }: { currentIssue: Issue }) => [keyOfTitle(currentIssue.magazineKey)]],
  [
    routes.issueDetail,
    // Other titles of its categories are recommended, the newest first.
    ({ details, readersReadIssues }: IssueDetails) => [
      keyOfTitle(details.publication.magazineKey),
      ...details.publication.categories.map(({ uid }) => keyOfCategory(uid)),
      ...[...details.relatedIssueHeaders, readersReadIssues].flatMap(({ issues }) =>
        issues.map(({ magazineKey }) => keyOfTitle(magazineKey)),
      ),
    ],
  ],
  // The key may be anything that a visitor has typed.
  [routes.allIssues, (_, { query: { magazine } = {} }) => [isKey(magazine) ? keyOfTitle(magazine) : EVERY_PUBLICATION]],
])

/** Records the calls of which a page is made. Calls that are not known to depend on less are touched by every publication. */
export class ShownOnPage {
  readonly #keys = new Set<string>()

  /** Records a call. Without an answer, it failed. */
  add(route: Route, input: Input, answer: unknown): void {
    if (unaffected.has(route)) return
    const keysOf = answer === undefined ? undefined : named.get(route)
    for (const key of keysOf?.(answer as never, input) ?? [EVERY_PUBLICATION]) this.#keys.add(key)
  }

  /** The surrogate keys of the page. */
  get keys(): string[] {
    if (this.#keys.has(EVERY_PUBLICATION)) return [EVERY_PUBLICATION]
    return this.#keys.size > 0 ? [...this.#keys] : [NO_PUBLICATION]
  }
}
