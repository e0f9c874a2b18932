import { accountById } from '../../accounts/queries.ts'
import type { House } from '../../house.ts'
import { accountIn, isBounceOf } from './bounce-address.ts'

/** `dead`: the account was told to be without a mailbox; `passing`: it may work again; `foreign`: no bounce of ours. */
export type ReadBounce = 'dead' | 'passing' | 'foreign'

/**
 * Reads a mail that came back (a delivery status notification, RFC 3464) and notes an address that is dead for good. Whose it is
 * says the address that it came to, signed by us; who has taken another address since is left alone.
 * @param source the whole mail, headers included
 */
export async function readBounce(source: string, house: House): Promise<ReadBounce> {
  const found = accountIn(source)
  const account = found && (await accountById(house.db, found.accountId))
  if (!found || !account || !(await isBounceOf(house, found.signature, account.id, account.email))) return 'foreign'
  const action = /^Action:\s*(\w+)/im.exec(source)?.[1]?.toLowerCase()
  const status = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(source)?.[1] ?? ''
  if (action !== 'failed' || !/^5\.(1\.\d+|2\.1)$/.test(status)) return 'passing'
  await house.db
    .updateTable('accounts')
    .set({ mail_bounced_at: house.now() })
    .where('id', '=', account.id)
    .where('email', '=', account.email)
    .execute()
  house.log.warn({ event: 'mail came back', accountId: account.id, status }, 'an address is dead')
  return 'dead'
}
