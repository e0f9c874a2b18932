import { shortenedEmail } from '@kiosk/domain/accounts/rules'
import { TOKEN_TERM, UNVERIFIED_TERM } from '@kiosk/domain/accounts/terms'
import { dateLocales } from '@kiosk/domain/locale'
import { accountById } from '../../accounts/queries.ts'
import { pendingRegistrations } from '../../accounts/registrations.ts'
import { restoreToken } from '../../accounts/request-erasure.ts'
import type { House } from '../../house.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import type { Letter } from './letter.ts'
import { letterPaper, type Paper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

// Letters about an account. A link's token is made here, when the letter is written: nothing else ever holds it.

const DAY = 24 * 3600

type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>
type OfChange = { accountId: number; changeId: number }
type Name =
  | 'verification'
  | 'recovery'
  | 'password-changed'
  | 'account-exists'
  | 'way-in-added'
  | 'confirm-address'
  | 'address-changed'
  | 'account-deleted'
  | 'erasure-requested'

/** Button to confirm the address; where the newsletter was ticked, a second one that orders it too (decision 11). */
export async function verificationLetter(
  { accountId, registrationId = null }: { accountId: number; registrationId?: number | null },
  house: House,
): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  if (!account || account.verified_at || account.deactivated_at) return null
  const pending = await pendingRegistrations(house.db, accountId)
  const registration = pending.find(({ id }) => id === registrationId) ?? null
  const paper = letterPaper(house, registration?.language ?? account.language)
  const { say, page } = paper
  const token = await issueToken(house.db, {
    purpose: 'verification',
    accountId,
    data: { registrationId: registration?.id ?? null },
    now: house.now(),
  })
  const newsletter: Letter['blocks'] =
    (registration ?? account).send_newsletter && !account.newsletter_confirmed_at
      ? [
          { kind: 'small', text: say('verification.NEWSLETTER') },
          {
            kind: 'button',
            label: say('verification.NEWSLETTER_BUTTON'),
            address: page('verify', { token, newsletter: 1 }),
            quiet: true,
          },
        ]
      : []
  return letterTo(account.email, 'verification', paper, say('verification.REASON'), [
    { kind: 'greeting', text: paper.greeting(account) },
    { kind: 'paragraph', text: say('verification.BODY') },
    { kind: 'button', label: say('verification.BUTTON'), address: page('verify', { token }) },
    ...newsletter,
    { kind: 'small', text: say('verification.TERM', { days: TOKEN_TERM.verification / DAY }) },
    { kind: 'small', text: say('verification.NOT_YOU', { unverified: UNVERIFIED_TERM }) },
  ])
}

export async function recoveryLetter(accountId: number, house: House): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  if (!account) return null
  const token = await issueToken(house.db, { purpose: 'recovery', accountId, now: house.now() })
  return toOwner('recovery', account, house, ({ say, page }) => [
    { kind: 'paragraph', text: say('recovery.BODY') },
    { kind: 'button', label: say('recovery.BUTTON'), address: page('newPassword', { token }) },
    { kind: 'small', text: say('recovery.TERM') },
    { kind: 'small', text: say('recovery.NOT_YOU') },
  ])
}

/** Somebody registered an address that has an account: with neutral answers nobody but its owner hears of it. */
export async function accountExistsLetter(accountId: number, house: House): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  if (!account?.verified_at || account.deactivated_at) return null
  return toOwner('account-exists', account, house, ({ say, page }) => [
    { kind: 'paragraph', text: say('account-exists.BODY') },
    { kind: 'button', label: say('account-exists.BUTTON'), address: page('login') },
    { kind: 'button', label: say('account-exists.FORGOT'), address: page('login', { forgot: 1 }), quiet: true },
    { kind: 'small', text: say('account-exists.NOT_YOU') },
  ])
}

export async function passwordChangedLetter(accountId: number, house: House): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  if (!account) return null
  return toOwner('password-changed', account, house, ({ say, page }) => [
    { kind: 'paragraph', text: say('password-changed.BODY') },
    { kind: 'paragraph', text: say('password-changed.YOURS') },
    { kind: 'paragraph', text: say('password-changed.NOT_YOU') },
    { kind: 'button', label: say('password-changed.BUTTON'), address: page('login') },
  ])
}

/** Another way in is news to the owner of the account, whoever opened it. */
export async function wayInAddedLetter(accountId: number, provider: 'facebook' | 'apple', house: House): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  if (!account) return null
  const service = { facebook: 'Facebook', apple: 'Apple' }[provider]
  return toOwner('way-in-added', account, house, ({ say, page }) => [
    { kind: 'paragraph', text: say('way-in-added.BODY', { service }) },
    { kind: 'paragraph', text: say('way-in-added.YOURS') },
    { kind: 'paragraph', text: say('way-in-added.NOT_YOU', { mail: house.operator.company.mail }) },
    { kind: 'button', label: say('way-in-added.BUTTON'), address: page('login') },
  ])
}

/** To the new address of a change that still waits. */
export async function confirmAddressLetter({ accountId, changeId }: OfChange, house: House): Promise<Written | null> {
  const change = await changeOf(changeId, house)
  const account = await accountById(house.db, accountId)
  if (!account || !change || change.confirmed_at) return null
  const paper = letterPaper(house, account.language)
  const { say } = paper
  const token = await issueToken(house.db, { purpose: 'email', accountId, data: { changeId }, now: house.now() })
  // No name in the greeting: the address may belong to somebody else.
  return letterTo(change.email, 'confirm-address', paper, say('confirm-address.REASON'), [
    { kind: 'greeting', text: say('GREETING_NAMELESS') },
    { kind: 'paragraph', text: say('confirm-address.BODY') },
    { kind: 'button', label: say('confirm-address.BUTTON'), address: paper.page('verifyEmail', { token }) },
    { kind: 'small', text: say('confirm-address.TERM', { days: TOKEN_TERM.email / DAY }) },
    { kind: 'small', text: say('confirm-address.NOT_YOU') },
  ])
}

/** To the old address, also where the new one was confirmed before this is written. */
export async function addressChangedLetter({ accountId, changeId }: OfChange, house: House): Promise<Written | null> {
  const change = await changeOf(changeId, house)
  const account = await accountById(house.db, accountId)
  if (!account || !change) return null
  const letter = toOwner('address-changed', account, house, ({ say, page }) => [
    { kind: 'paragraph', text: say('address-changed.BODY', { address: shortenedEmail(change.email) }) },
    { kind: 'paragraph', text: say('address-changed.YOURS') },
    { kind: 'paragraph', text: say('address-changed.NOT_YOU', { mail: house.operator.company.mail }) },
    { kind: 'button', label: say('address-changed.BUTTON'), address: page('login') },
  ])
  return { ...letter, to: change.previous_email ?? account.email }
}

/** The account is closed and waits for its erasure: the link brings it back until then. */
export async function erasureRequestedLetter(accountId: number, house: House): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  // Its owner has come back meanwhile.
  if (!account?.erase_at) return null
  const { erase_at } = account
  const token = await restoreToken(account, house)
  return toOwner('erasure-requested', account, house, ({ language, say, page }) => {
    const day = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' })
    const date = day.format(erase_at)
    return [
      { kind: 'paragraph', text: say('erasure-requested.BODY', { date }) },
      { kind: 'paragraph', text: say('erasure-requested.BACK', { date }) },
      { kind: 'button', label: say('erasure-requested.BUTTON'), address: page('accountRestore', { token }) },
      { kind: 'small', text: say('erasure-requested.NOT_YOU') },
    ]
  })
}

/** The account is gone by now; its last address waits in `partings` for this. */
export async function accountDeletedLetter(partingId: number, house: House): Promise<Written | null> {
  const parting = await house.db.selectFrom('partings').selectAll().where('id', '=', partingId).executeTakeFirst()
  if (!parting) return null
  const paper = letterPaper(house, parting.language)
  const { say } = paper
  return letterTo(parting.email, 'account-deleted', paper, say('account-deleted.REASON'), [
    { kind: 'greeting', text: paper.greeting(parting) },
    { kind: 'paragraph', text: say('account-deleted.BODY') },
    { kind: 'paragraph', text: say('account-deleted.NEWSLETTER') },
    { kind: 'paragraph', text: say('account-deleted.BYE') },
  ])
}

function changeOf(changeId: number, { db }: House) {
  return db.selectFrom('address_changes').selectAll().where('id', '=', changeId).executeTakeFirst()
}

/** A letter to the owner of an account, at the address and in the language of the account. */
function toOwner(name: Name, account: Account, house: House, blocksOf: (paper: Paper) => Letter['blocks']): Written {
  const paper = letterPaper(house, account.language)
  const blocks = [{ kind: 'greeting', text: paper.greeting(account) } as const, ...blocksOf(paper)]
  return letterTo(account.email, name, paper, paper.say('REASON_ACCOUNT'), blocks)
}

function letterTo(to: string, name: Name, paper: Paper, reason: string, blocks: Letter['blocks']): Written {
  const { language, say } = paper
  return {
    to,
    paper,
    letter: { language, subject: say(`${name}.SUBJECT`), title: say(`${name}.TITLE`), blocks, reason, links: [] },
  }
}
