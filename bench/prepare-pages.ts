// What browser benchmarks need from the demonstration newsstand: an issue to read, a reader's session, and covers that exist.
import { API_BASE } from '@kiosk/contract/route'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'

/** A demonstration reader who may read every magazine. */
const READER = { username: 'magz@example.org', password: DEMONSTRATION_PASSWORD }
type DeviceOfReader = { vendorId: string; current: boolean }

/** Returns the paths of the newest issue that is open to visitors, and of its pages in the reader. */
export async function openIssue(url: string): Promise<{ issue: string; readable: string }> {
  const html = await (await fetch(`${url}/magazines`, { headers: { 'accept-language': 'de' } })).text()
  const open = html.split('data-issue="').find((card) => /^[\w-]+"/.test(card) && !card.includes('Mit Abo'))
  const uid = /^[\w-]+/.exec(open ?? '')?.[0]
  if (!uid) throw new Error('no issue of the demonstration is open to visitors')
  return { issue: `/magazines/issues/${uid}`, readable: `/reader/issues/${uid}` }
}

/** Returns the cookies of somebody who has never been here, of a visitor who has answered the consent dialog, or of a reader. */
export async function cookiesOf(url: string, who: 'newcomer' | 'visitor' | 'reader') {
  const of = (name: string, value: string) => ({ name, value, url })
  if (who === 'newcomer') return []
  const settled = [of('consent', '1'), of('consent_social', '0'), of('language', 'de')]
  if (who === 'visitor') return settled
  const page = await (await fetch(`${url}/reader/offline`)).text()
  const token = /"token":"([^"]+)"/.exec(page)![1]!
  const signIn = await fetch(`${url}${API_BASE}websession/login`, {
    method: 'POST',
    headers: { 'x-api-token': token },
    body: new URLSearchParams({ type: '0', ...READER }),
  })
  if (!signIn.ok) throw new Error(`${READER.username} could not sign in: ${signIn.status}`)
  const session = signIn.headers.getSetCookie().map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie)!)
  const cookies = session.map(([, name, value]) => of(name!, value!))
  await removeOtherDevices(url, { 'x-api-token': token, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
  return [...settled, ...cookies]
}

/** Each sign-in is another device, and a reader may only read on a few. */
async function removeOtherDevices(url: string, headers: Record<string, string>): Promise<void> {
  const devices = (await (await fetch(`${url}${API_BASE}user/device/all`, { headers })).json()) as DeviceOfReader[]
  for (const { vendorId, current } of devices)
    if (!current) await fetch(`${url}${API_BASE}user/device/${vendorId}`, { method: 'DELETE', headers })
}

/** Loads a page and its covers, as other visitors have before: the covers exist in the browser's format, the page is kept. */
export async function warmCovers(page: string): Promise<void> {
  const headers = { accept: 'image/avif,image/webp,*/*', 'accept-language': 'de', 'accept-encoding': 'gzip, deflate, br, zstd' }
  const html = await (await fetch(page, { headers })).text()
  const images = new Set([...html.matchAll(/(\/api\/v8\/[^" ,]+\/cover\?[^" ,]+)/g)].map(([, address]) => address!))
  for (const each of images) await (await fetch(new URL(each.replaceAll('&amp;', '&'), page), { headers })).arrayBuffer()
}
