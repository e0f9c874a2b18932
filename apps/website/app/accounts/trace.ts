import { ownPath } from '@kiosk/domain/own-path'

const names = ['utm_source', 'utm_medium', 'utm_content', 'utm_campaign', 'referrer'] as const
export type Trace = Partial<Record<(typeof names)[number], string>>
const LONGEST = 300

/**
 * Where a visitor came from, as the address of a page tells it: its own `utm_*` and `referrer`, else those of the page
 * that it leads back to. Travels in links and forms, is stored nowhere (decision 2).
 */
export function traceIn(path: string): Trace {
  const { searchParams } = new URL(path, 'http://own.invalid')
  const redirect = ownPath(searchParams.get('redirect'))
  const before = redirect ? new URL(redirect, 'http://own.invalid').searchParams : null
  const trace: Trace = {}
  for (const name of names) {
    const value = searchParams.get(name) || before?.get(name)
    if (value) trace[name] = value.slice(0, LONGEST)
  }
  return trace
}
