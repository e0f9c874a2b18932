import { commandActor } from '@kiosk/backend/audit/actor'
import { readCommandConfig } from '@kiosk/backend/config'
import type { Database } from '@kiosk/backend/db/connect'
import { printable } from '@kiosk/backend/printable'
import { changeStaff, invitationLink, inviteStaff } from '@kiosk/backend/staff/invite-staff'
import { listStaff } from '@kiosk/backend/staff/manage-staff'
import { staffByEmail } from '@kiosk/backend/staff/staff-queries'
import { emailError } from '@kiosk/domain/accounts/rules'
import type { ErrorCode } from '@kiosk/domain/errors'
import { isLanguage, type Language, languages } from '@kiosk/domain/locale'
import { INVITATION_SECONDS } from '@kiosk/domain/staff/limits'
import { ROLES, type Role } from '@kiosk/domain/staff/roles'
import { DAY_SECONDS } from '@kiosk/domain/time'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { explained } from './explained.ts'
import { parser } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description('People who run the newsstand at the desk (/desk), and their roles.')
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const email = parser((typed) => (emailError(typed) === null ? typed : null), 'Expected an e-mail address.')
  const role = parser((typed) => ROLES.find((each) => each === typed) ?? null, `Roles are ${ROLES.join(', ')}.`)
  const language = parser((typed) => (isLanguage(typed) ? typed : null), `Languages are ${languages.join(', ')}.`)
  command
    .command('list')
    .description('Lists everybody with role and state.')
    .action(withExitCode(() => withDatabase(print)))
  command
    .command('invite')
    .description(
      `Prints a link with which a person sets up a sign-in, valid for ${INVITATION_SECONDS / DAY_SECONDS} days. For a person who is
      already on the list, it also resets the sign-in methods, for example after the loss of a device.`,
    )
    .argument('<EMAIL>', 'e-mail address of the person', email)
    .option('--name <NAME>', 'name of the person; default: the address')
    .option('--role <ROLE>', `${ROLES.join(', ')}`, role, 'owner')
    .option('--language <LANGUAGE>', `${languages.join(', ')}`, language, 'de')
    .option('--why <REASON>', 'reason, for the audit log')
    .action(withExitCode((address, options) => withDatabase((db) => invite(db, address, options))))
  command
    .command('disable')
    .description('Ends all sessions of a person, who can no longer sign in.')
    .argument('<EMAIL>', 'e-mail address of the person', email)
    .requiredOption('--why <REASON>', 'reason, for the audit log')
    .action(withExitCode((address, { why }) => withDatabase((db) => disable(db, address, why))))
}

type Options = { name?: string | undefined; role: Role | string; language: Language | string; why?: string | undefined }

async function invite(db: Database, email: string, { name = email, role, language, why }: Options): Promise<number> {
  const { publicUrl } = readCommandConfig()
  const ctx = { now: () => new Date(), publicUrl }
  const invited = { email, name, role: role as Role, language: language as Language, reason: why }
  return explained(REASONS, async () => {
    const link = await db
      .transaction()
      .execute(async (trx) => invitationLink(trx, ctx, await inviteStaff(trx, ctx, commandActor(), invited)))
    console.log(`${name} can set up a sign-in as ${role} with this link, for ${INVITATION_SECONDS / DAY_SECONDS} days:`)
    console.log(link)
  })
}

const REASONS: Partial<Record<ErrorCode, string>> = {
  last_owner: 'At least one person must remain an owner who can sign in. Nothing has changed.',
}

async function disable(db: Database, email: string, reason: string): Promise<number> {
  const staff = await staffByEmail(db, email)
  if (!staff) {
    console.error('Nobody at the desk has this address.')
    return 1
  }
  const change = { id: staff.id, role: staff.role as Role, disabled: true, reason }
  return explained(REASONS, async () => {
    await db.transaction().execute((trx) => changeStaff(trx, { now: () => new Date() }, commandActor(), change))
    console.log(`${printable(staff.name)} can no longer sign in.`)
  })
}

async function print(db: Database): Promise<number> {
  const staff = await listStaff(db)
  if (staff.length === 0) console.log('Nobody yet. Invite yourself: npm run kiosk -- staff invite EMAIL')
  for (const { email, name, role, state, lastSeenAt } of staff)
    console.log(`${role.padEnd(8)} ${state.padEnd(9)} ${email}  ${printable(name)}${lastSeenAt ? `, seen ${lastSeenAt}` : ''}`)
  return 0
}
