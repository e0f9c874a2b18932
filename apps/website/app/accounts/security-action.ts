import {
  addPasskey,
  allowSupport,
  confirmIdentity,
  disableSecondFactor,
  enableSecondFactor,
  endOtherSignIns,
  endSignIn,
  endSupport,
  nameSignIn,
  removeIdentity,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  startSecondFactor,
} from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { data, redirectDocument } from 'react-router'
import { type ApiError, apiErrorIn, orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

type SecuritySection = 'confirm' | 'passkeys' | 'providers' | 'factor' | 'sign-ins' | 'support'

/** Notices that the page may show after a redirect to itself, with their sections; messages are under `SECURITY.DONE.`. */
const securityNotices = {
  confirmed: 'confirm',
  'passkey-added': 'passkeys',
  'passkey-removed': 'passkeys',
  'passkey-renamed': 'passkeys',
  'provider-removed': 'providers',
  disabled: 'factor',
  renamed: 'sign-ins',
  ended: 'sign-ins',
  'ended-others': 'sign-ins',
  'support-allowed': 'support',
  'support-ended': 'support',
} as const satisfies Record<string, SecuritySection>
type SecurityNotice = keyof typeof securityNotices

/** Answer shown without a redirect: a secret to scan, recovery codes, or an error with its section. */
export type SecurityAnswer = {
  about: SecuritySection
  /** Id of the session or passkey in the form. */
  id?: number
  done?: SecurityNotice
  apiError?: ApiError
  /** The section shows the error itself. */
  inForm?: true
  setUp?: { secret: string; uri: string; qr: string }
  recoveryCodes?: string[]
}

/** Returns the notice of a redirect for its section; undefined for unknown notices. */
export function answerOfNotice(notice: string | null): SecurityAnswer | undefined {
  if (notice === null || !Object.hasOwn(securityNotices, notice)) return undefined
  const done = notice as SecurityNotice
  return { about: securityNotices[done], done }
}

const done = (notice: SecurityNotice) => redirectDocument(addressOf('security', { done: notice }), { status: 303 })

type Handler = (ctx: RequestContext, values: Values) => Promise<Response | Omit<SecurityAnswer, 'about'>>
type Values = Record<string, string | undefined>

const handlers: Record<string, [SecuritySection, Handler]> = {
  confirm: [
    'confirm',
    async (ctx, { password = '' }) => {
      await ctx.call(confirmIdentity, { body: { password } })
      return done('confirmed')
    },
  ],
  'passkey-confirm': [
    'confirm',
    async (ctx, { credential = '' }) => {
      await ctx.call(confirmIdentity, { body: { credential } })
      return done('confirmed')
    },
  ],
  'passkey-add': [
    'passkeys',
    async (ctx, { credential = '', name = '' }) => {
      await ctx.call(addPasskey, { body: { credential, name } })
      return done('passkey-added')
    },
  ],
  'passkey-rename': [
    'passkeys',
    async (ctx, { id = '', name = '' }) => {
      await ctx.call(renamePasskey, { params: { id }, body: { name } })
      return done('passkey-renamed')
    },
  ],
  'passkey-remove': [
    'passkeys',
    async (ctx, { id = '' }) => {
      await ctx.call(removePasskey, { params: { id } })
      return done('passkey-removed')
    },
  ],
  'provider-remove': [
    'providers',
    async (ctx, { provider }) => {
      if (provider !== 'apple' && provider !== 'facebook') throw data(null, { status: 400 })
      await ctx.call(removeIdentity, { params: { provider } })
      return done('provider-removed')
    },
  ],
  'factor-start': ['factor', async (ctx) => ({ setUp: await ctx.call(startSecondFactor) })],
  'factor-enable': ['factor', enableFactor],
  'factor-disable': [
    'factor',
    async (ctx) => {
      await ctx.call(disableSecondFactor)
      return done('disabled')
    },
  ],
  'codes-renew': ['factor', async (ctx) => ctx.call(renewRecoveryCodes)],
  name: [
    'sign-ins',
    async (ctx, { id = '', name = '' }) => {
      await ctx.call(nameSignIn, { params: { id }, body: { name } })
      return done('renamed')
    },
  ],
  end: [
    'sign-ins',
    async (ctx, { id = '' }) => {
      await ctx.call(endSignIn, { params: { id } })
      return done('ended')
    },
  ],
  'end-others': [
    'sign-ins',
    async (ctx) => {
      await ctx.call(endOtherSignIns)
      return done('ended-others')
    },
  ],
  'support-allow': [
    'support',
    async (ctx) => {
      await ctx.call(allowSupport)
      return done('support-allowed')
    },
  ],
  'support-end': [
    'support',
    async (ctx) => {
      await ctx.call(endSupport)
      return done('support-ended')
    },
  ],
}

/** Enables the second factor; a wrong code keeps the scanned QR code. */
async function enableFactor(ctx: RequestContext, { code = '' }: Values): Promise<Omit<SecurityAnswer, 'about'>> {
  const { answer, apiError } = await orApiError(ctx.call(enableSecondFactor, { body: { code } }))
  if (answer) return answer
  if (apiError.field !== 'code' && apiError.code !== 'too_many_requests') return { apiError }
  return { apiError, setUp: await ctx.call(startSecondFactor) }
}

/** Handles one form of the security page, selected by `intent`. */
export async function securityAction(ctx: RequestContext, form: FormData) {
  const values = Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  const intent = values.intent ?? ''
  if (!Object.hasOwn(handlers, intent)) throw data(null, { status: 400 })
  const [about, handle] = handlers[intent]!
  try {
    const answer = await handle(ctx, values)
    if (answer instanceof Response) return answer
    return data<SecurityAnswer>({ about, inForm: true, ...answer }, { status: answer.apiError?.status ?? 200 })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    return data<SecurityAnswer>(
      { about, inForm: true, apiError, ...(values.id && { id: Number(values.id) }) },
      { status: apiError.status },
    )
  }
}
