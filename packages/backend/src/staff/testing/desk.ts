import { DESK_API_BASE, formOf, type Route } from '@kiosk/contract/route'
import type { Role } from '@kiosk/domain/staff/roles'
import type { Selectable } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { unexplainedTables, watchChangedRows } from '../../audit/testing/changed-rows.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { randomToken } from '../../auth/random-token.ts'
import { encryptTotpSecret, newTotpSecret, readTotp } from '../../auth/totp.ts'
import type { AppContext } from '../../context.ts'
import { type Connection, open, poolOf } from '../../db/connect.ts'
import type { Staff } from '../../db/schema.ts'
import { ownerUrlOf } from '../../db/testing/database.ts'
import { createDeskApi } from '../../http/desk-api.ts'
import { ownerOf } from '../staff-credentials.ts'

export const STAFF_PASSWORD_OF_TESTS = 'Murmeltier-am-Grat'

type Sent = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  /** Sent instead of the body. */
  text?: string
  headers?: Record<string, string>
  address?: string
}

let created = 0

/** Creates a member of staff with password and authenticator app. `codeAt` returns the code of the app. */
export async function createStaff(
  ctx: AppContext,
  { role = 'owner', name = 'Nora Feld', email }: Partial<{ role: Role; name: string; email: string }> = {},
) {
  const now = ctx.now()
  const address = email ?? `staff-${++created}@example.org`
  const secret = newTotpSecret()
  const staff = await ctx.db
    .insertInto('staff')
    .values({ email: address, name, role, language: 'de', created_at: now, joined_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  const totp_secret = await encryptTotpSecret(ctx, ownerOf(staff.id), secret)
  await ctx.db
    .updateTable('staff')
    .set({ password_hash: await hashPassword(STAFF_PASSWORD_OF_TESTS), totp_secret, totp_enabled_at: now })
    .where('id', '=', staff.id)
    .execute()
  const totp = await readTotp(ctx, { owner: ownerOf(staff.id), label: address }, totp_secret)
  return { ...staff, codeAt: (at: Date) => totp.generate({ timestamp: at.getTime() }) }
}

/** The code that an authenticator app shows for a secret. */
export const codeOfApp = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** Name of the connections of `fakeDesk`. */
export const DESK_PROGRAM = 'desk of a test'
/** Tables that calls of the desk change without their own entry in the audit log, and why. */
export const CHANGED_BY_DESK = {
  rate_limits: 'counts attempts',
  security_events: 'rejected calls',
  staff_sessions: 'when a session was last used or confirmed, and its end; a sign-in has an entry',
  support_views: 'when a page was last looked at, and the end of the session of the desk; opening has an entry',
  one_time_tokens: 'challenges for passkeys',
  uploads: 'parts of a file, and what is typed about a draft; arrival, schedule, publication and removal have entries',
}
/** Connections of the desks of a context, which distinguish their changes from those that a test prepares. */
const connections = new WeakMap<AppContext, { connection: Connection; watching: Promise<void> }>()

function deskConnection(ctx: AppContext) {
  const known = connections.get(ctx)
  if (known) return known
  const { url } = poolOf(ctx.db)
  const opened = { connection: open(url, 5, undefined, DESK_PROGRAM), watching: watchChangedRows({ ownerUrl: ownerUrlOf(url) }) }
  connections.set(ctx, opened)
  return opened
}

/** Returns the tables that a desk of this context changed without an entry in the audit log; closes its connections. */
export async function changesWithoutEntry(ctx: AppContext): Promise<string[]> {
  const used = connections.get(ctx)
  if (!used) return []
  await used.watching
  await used.connection.close()
  return unexplainedTables(ctx.db, { program: DESK_PROGRAM, explained: CHANGED_BY_DESK })
}

/** Starts a session of a member of staff without a sign-in. @returns its token */
export async function startStaffSession(db: AppContext['db'], { id }: Pick<Selectable<Staff>, 'id'>, at: Date): Promise<string> {
  const { token, hash } = randomToken()
  const session = { staff_id: id, token_hash: hash, address: '203.0.113.9', device: 'Firefox · Linux' }
  await db
    .insertInto('staff_sessions')
    .values({ ...session, created_at: at, last_seen_at: at, confirmed_at: at })
    .execute()
  return token
}

/**
 * A browser at the desk: keeps the cookie. `signedInAs` starts a session without a sign-in. After the last test of a file
 * with `openTestApi`, each row that a call has changed must have an entry in the audit log.
 */
export function fakeDesk(ctx: AppContext) {
  const { connection, watching } = deskConnection(ctx)
  const api = createDeskApi({ ...ctx, db: connection.db })
  /** By name. */
  const cookies = new Map<string, string>()
  const sessionName = ctx.publicUrl.startsWith('https:') ? '__Host-desk' : 'desk'
  const origin = new URL(ctx.publicUrl).origin

  async function send(
    route: Route,
    { params = {}, query, body, text = body && JSON.stringify(body), headers = {}, address = '203.0.113.9' }: Sent = {},
  ): Promise<Response> {
    await watching
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    const search = query ? `?${formOf(query)}` : ''
    const response = await api(
      new Request(`${ctx.publicUrl}${DESK_API_BASE}${path}${search}`, {
        method: route.method,
        headers: {
          ...(cookies.size > 0 && { cookie: [...cookies.values()].join('; ') }),
          ...(route.method !== 'GET' && { origin }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text !== undefined && { body: text }),
      }),
      { address, country: 'AT' },
    )
    for (const each of response.headers.getSetCookie()) {
      const [pair] = each.split(';', 1) as [string]
      const name = pair.slice(0, pair.indexOf('='))
      if (each.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, pair)
    }
    return response
  }

  return {
    send,
    /** Sends a request with its own headers and body, without the cookie. */
    async fetch(request: Request): Promise<Response> {
      await watching
      return api(request, { address: '203.0.113.9', country: 'AT' })
    },
    /** Returns status and JSON of a call together. */
    async call(route: Route, sent: Sent = {}): Promise<Record<string, unknown> & { status: number }> {
      const response = await send(route, sent)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, ...(isJson && (JSON.parse(text) as object)) }
    },
    /** Cookie of the session. */
    cookie: () => cookies.get(sessionName) ?? '',
    /** Everything that the browser sends. */
    cookies,
    /** Continues with a session that `staff` started at `at`. */
    async signedInAs(staff: Pick<Selectable<Staff>, 'id'>, at = ctx.now()): Promise<void> {
      const token = await startStaffSession(ctx.db, staff, at)
      cookies.set(sessionName, `${sessionName}=${token}`)
    },
  }
}
