import { type Page, pages } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { isSameAhead, LOADED_AHEAD, RENDERED_AHEAD } from '@kiosk/domain/fetched-ahead'
import type { LoaderFunctionArgs } from 'react-router'

/** Where pages find their rules (`data-rules`, see shell-script.ts). */
const ADDRESS = '/speculation-rules.json'
const ADDRESS_FOR_READERS = '/speculation-rules-for-readers.json'

/**
 * Never loaded ahead, although they have the path of such a page: searches, which count against a limit and are recorded when
 * they find nothing; addresses that set the language; addresses that hand something over.
 */
const NEVER = ['/magazines/*', '/*\\?*search=*', '/*\\?*lang=*', '/*\\?*redirect=*']
/** Their paths look like that of a search. */
const NO_SEARCHES = '/magazines/issues/*'

const patternOf = (page: Page) => pages[page].path.replaceAll(/\/:\w+\?/g, '{/*}?').replaceAll(/:\w+/g, '*')

function linksTo(of: readonly Page[]) {
  const never = { and: [{ href_matches: NEVER }, { not: { href_matches: NO_SEARCHES } }] }
  return { where: { and: [{ href_matches: of.map(patternOf) }, { not: never }] }, eagerness: 'moderate' }
}

/**
 * Links that browsers follow ahead when they are hovered or likely to be touched. Pages for a signed-in reader show what this
 * reader can change, so they are only loaded ahead, not rendered.
 */
export function speculationRules({ signedIn }: { signedIn: boolean }) {
  return signedIn
    ? { prefetch: [linksTo([...RENDERED_AHEAD, ...LOADED_AHEAD])] }
    : { prerender: [linksTo(RENDERED_AHEAD)], prefetch: [linksTo(LOADED_AHEAD)] }
}

/** Returns the address of the rules of a page. Only pages that can be loaded ahead themselves have rules. */
export function rulesOf(page: Page | null, { signedIn }: { signedIn: boolean }): string | null {
  if (!isSameAhead(page)) return null
  return signedIn ? ADDRESS_FOR_READERS : ADDRESS
}

export function loader({ request }: LoaderFunctionArgs): Response {
  const signedIn = new URL(request.url).pathname === ADDRESS_FOR_READERS
  const headers = { 'content-type': 'application/speculationrules+json', 'cache-control': cacheControl('file') }
  return new Response(JSON.stringify(speculationRules({ signedIn })), { headers })
}
