import {
  addPasskey,
  confirmIdentity,
  disableSecondFactor,
  enableSecondFactor,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  startSecondFactor,
} from '@kiosk/domain/accounts/second-factor-endpoints'
import { endOtherSignIns, endSignIn, nameSignIn } from '@kiosk/domain/accounts/sign-in-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { data, redirectDocument } from 'react-router'
import { orRefusal, type Refusal, refusalIn } from '../refusal.ts'
import type { Visit } from '../shell/visit.ts'

export type SecuritySection = 'confirm' | 'passkeys' | 'factor' | 'sign-ins'

/** What a redirect back to the page may say, and the section that says it; words under `SECURITY.DONE.`. */
export const securityNotices = {
  confirmed: 'confirm',
  'passkey-added': 'passkeys',
  'passkey-removed': 'passkeys',
  'passkey-renamed': 'passkeys',
  disabled: 'factor',
  renamed: 'sign-ins',
  ended: 'sign-ins',
  'ended-others': 'sign-ins',
} as const satisfies Record<string, SecuritySection>
export type SecurityNotice = keyof typeof securityNotices

/** What is shown at once: a secret to scan, recovery codes, or what went wrong in which section. */
export type SecurityAnswer = {
  about: SecuritySection
  /** The sign-in or passkey that the form was about. */
  id?: number
  done?: SecurityNotice
  refusal?: Refusal
  /** The section shows the refusal. */
  inForm?: true
  setUp?: { secret: string; uri: string; qr: string }
  recoveryCodes?: string[]
}

/** What the page was led back to with, for its section; undefined where it says nothing that is known. */
export function answerOfNotice(notice: string | null): SecurityAnswer | undefined {
  if (notice === null || !Object.hasOwn(securityNotices, notice)) return undefined
  const done = notice as SecurityNotice
  return { about: securityNotices[done], done }
}

const done = (notice: SecurityNotice) => redirectDocument(addressOf('security', { done: notice }), { status: 303 })

type Work = (visit: Visit, values: Values) => Promise<Response | Omit<SecurityAnswer, 'about'>>
type Values = Record<string, string | undefined>

const works: Record<string, [SecuritySection, Work]> = {
  confirm: [
    'confirm',
    async (visit, { password = '' }) => {
      await visit.call(confirmIdentity, { body: { password } })
      return done('confirmed')
    },
  ],
  'passkey-confirm': [
    'confirm',
    async (visit, { credential = '' }) => {
      await visit.call(confirmIdentity, { body: { credential } })
      return done('confirmed')
    },
  ],
  'passkey-add': [
    'passkeys',
    async (visit, { credential = '', name = '' }) => {
      await visit.call(addPasskey, { body: { credential, name } })
      return done('passkey-added')
    },
  ],
  'passkey-rename': [
    'passkeys',
    async (visit, { id = '', name = '' }) => {
      await visit.call(renamePasskey, { params: { id }, body: { name } })
      return done('passkey-renamed')
    },
  ],
  'passkey-remove': [
    'passkeys',
    async (visit, { id = '' }) => {
      await visit.call(removePasskey, { params: { id } })
      return done('passkey-removed')
    },
  ],
  'factor-start': ['factor', async (visit) => ({ setUp: await visit.call(startSecondFactor) })],
  'factor-enable': ['factor', enableFactor],
  'factor-disable': [
    'factor',
    async (visit) => {
      await visit.call(disableSecondFactor)
      return done('disabled')
    },
  ],
  'codes-renew': ['factor', async (visit) => visit.call(renewRecoveryCodes)],
  name: [
    'sign-ins',
    async (visit, { id = '', name = '' }) => {
      await visit.call(nameSignIn, { params: { id }, body: { name } })
      return done('renamed')
    },
  ],
  end: [
    'sign-ins',
    async (visit, { id = '' }) => {
      await visit.call(endSignIn, { params: { id } })
      return done('ended')
    },
  ],
  'end-others': [
    'sign-ins',
    async (visit) => {
      await visit.call(endOtherSignIns)
      return done('ended-others')
    },
  ],
}

/** A wrong code keeps the picture that was scanned. */
async function enableFactor(visit: Visit, { code = '' }: Values): Promise<Omit<SecurityAnswer, 'about'>> {
  const { answer, refusal } = await orRefusal(visit.call(enableSecondFactor, { body: { code } }))
  if (answer) return answer
  if (refusal.field !== 'code' && refusal.code !== 'too_many_requests') return { refusal }
  return { refusal, setUp: await visit.call(startSecondFactor) }
}

/** One form of the security page; `intent` says which. */
export async function securityAction(visit: Visit, form: FormData) {
  const values = Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  const intent = values.intent ?? ''
  if (!Object.hasOwn(works, intent)) throw data(null, { status: 400 })
  const [about, work] = works[intent]!
  try {
    const answer = await work(visit, values)
    if (answer instanceof Response) return answer
    return data<SecurityAnswer>({ about, inForm: true, ...answer }, { status: answer.refusal?.status ?? 200 })
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (!refusal) throw thrown
    return data<SecurityAnswer>(
      { about, inForm: true, refusal, ...(values.id && { id: Number(values.id) }) },
      { status: refusal.status },
    )
  }
}
