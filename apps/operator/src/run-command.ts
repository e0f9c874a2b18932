// The operator's commands by name. One file per command.
import { CannotStart } from '@kiosk/backend/startup-error'
import { CommanderError } from 'commander'
import { createProgram, type DeclareCommand, isHelp } from './command.ts'

/** Summary and declaration. The latter is loaded on demand, so that a command imports only what it needs. */
export const COMMANDS: Record<string, [summary: string, load: () => Promise<{ declare: DeclareCommand }>]> = {
  import: ['import issues from PDF files', () => import('./import-command.ts')],
  inspect: ['show how a page of a PDF is understood, as an HTML file', () => import('./inspect-command.ts')],
  content: ['texts, topics and links from a folder', () => import('./content-command.ts')],
  featured: ['the row of covers on the home page: list, set, clear', () => import('./featured-command.ts')],
  campaign: ['campaign pages and their vouchers from a data file', () => import('./campaign-command.ts')],
  demo: ['the demonstration: create, update, remove', () => import('./demo-command.ts')],
  invoices: ['invoices, ledger and VAT return as CSV, invoice PDFs', () => import('./invoices-command.ts')],
  money: [
    'money as the desk shows it, DATEV export: invoices, declined, disputes, balances, deferred, figures, datev',
    () => import('./money-command.ts'),
  ],
  takedown: [
    'take down an issue, a page or an article, and restore it: issue, page, article, articles, list, restore',
    () => import('./takedown-command.ts'),
  ],
  newsletter: ['newsletters: list, show, send, unschedule, pause, resume, stop', () => import('./newsletter-command.ts')],
  title: [
    'titles, their plans and their last day: list, show, create, set, plans, leaves, stays, reimport',
    () => import('./title-command.ts'),
  ],
  publisher: ['publishers of the titles: list, add, set, remove', () => import('./publisher-command.ts')],
  issue: [
    'issues: list, show, set, schedule, withdraw, republish, related, reimport, rebuild',
    () => import('./issue-command.ts'),
  ],
  article: [
    'correct the articles of an issue: list, show, change, split, join, move, drop, discard',
    () => import('./article-command.ts'),
  ],
  staff: ['people at the desk and their roles: list, invite, disable', () => import('./staff-command.ts')],
  backup: ['backups of database and files: create, list, key', () => import('./backup-command.ts')],
  restore: ['restore a backup into an empty place', () => import('./restore-command.ts')],
  drill: ['prove that the newest backup can be restored and served', () => import('./drill-command.ts')],
  audit: ['the audit log: list, export, verify', () => import('./audit-command.ts')],
  security: ['security events: counts, list', () => import('./security-command.ts')],
  cancellations: ['open cancellations and withdrawals: list, confirm, resolve', () => import('./cancellations-command.ts')],
  ads: ['house ads: import, list, statistics', () => import('./ads-command.ts')],
  bounces: ['process bounced e-mails', () => import('./bounces-command.ts')],
  doctor: ['check settings, database, mail, DNS, certificate, payments, jobs', () => import('./doctor-command.ts')],
  jobs: ['background jobs: show, retry, drop', () => import('./jobs-command.ts')],
  migrate: ['changes of the database that a new version needs', () => import('./migrate-command.ts')],
  billing: ['charge due renewals, count failed checkouts: run, failures', () => import('./billing-command.ts')],
  reconcile: ['reconcile provider transactions with our ledger', () => import('./reconcile-command.ts')],
  subscription: [
    'show and change a subscription: show, history, end, withdraw, extend, goodwill, downgrade, dispute-received, -lost, -won',
    () => import('./subscription-command.ts'),
  ],
  refund: ['refund a payment and issue a credit note', () => import('./refund-command.ts')],
  suspense: ['unmatched payments: list, show, assign, book, return', () => import('./suspense-command.ts')],
  account: [
    'an account: show, deactivate, activate, export, erase, reset-second-factor, market',
    () => import('./account-command.ts'),
  ],
  promo: ['promo codes: add, list, end', () => import('./promo-command.ts')],
  price: ['prices of the plans: set, raise for running subscriptions, list', () => import('./price-command.ts')],
  tax: ['VAT rates: set, list, correct invoices', () => import('./tax-command.ts')],
  voucher: ['vouchers and special offers: add, list, end', () => import('./voucher-command.ts')],
}

/** Former names of commands, which still work. */
const FORMER_NAMES: Record<string, string> = { exits: 'cancellations', contract: 'subscription' }
/** Actions that run if none is given. A mistyped action stays an error, unlike with commander's own default. */
const DEFAULT_ACTIONS: Record<string, string> = { backup: 'create', security: 'summary', suspense: 'list' }

const NOT_DONE = 1
const WRONG_SETTING = 78
const BUG = 70

/** Runs a command line: the name of a command and its arguments. @returns exit code */
export async function runCommand(typed: string[]): Promise<number> {
  const program = createProgram().usage('COMMAND [--help]')
  const commands = Object.entries(COMMANDS).map(([name, [summary]]) => program.command(name).summary(summary))
  const [first = '', ...args] = typed
  const name = entryOf(FORMER_NAMES, first) ?? first
  const action = !typed.some(isHelp) && (args[0] ?? '-').startsWith('-') ? entryOf(DEFAULT_ACTIONS, name) : undefined
  try {
    const command = commands.find((each) => each.name() === (name === 'help' ? args[0] : name))
    if (command) (await COMMANDS[command.name()]![1]()).declare(command)
    await program.parseAsync(typed.length > 0 ? [name, ...(action ? [action] : []), ...args] : [], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'WRONG_SETTING') {
      console.error(message)
      return WRONG_SETTING
    }
    if (error instanceof CannotStart) {
      console.error(message)
      return NOT_DONE
    }
    // Usage errors and rejected actions have been reported; anything else is a bug.
    console.error(error)
    return BUG
  }
}

function entryOf(names: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}
