// The operator's commands by name. One file per command.
import type { Command } from './command.ts'

/** Loaded on demand, so that a command imports only what it needs. */
const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./import-command.ts')).importCommand,
  content: async () => (await import('./content-command.ts')).contentCommand,
  featured: async () => (await import('./featured-command.ts')).featuredCommand,
  campaign: async () => (await import('./campaign-command.ts')).campaignCommand,
  demo: async () => (await import('./demo-command.ts')).demoCommand,
  invoices: async () => (await import('./invoices-command.ts')).invoicesCommand,
  security: async () => (await import('./security-command.ts')).securityCommand,
  cancellations: async () => (await import('./cancellations-command.ts')).cancellationsCommand,
  ads: async () => (await import('./ads-command.ts')).adsCommand,
  bounces: async () => (await import('./bounces-command.ts')).bouncesCommand,
  jobs: async () => (await import('./jobs-command.ts')).jobsCommand,
  billing: async () => (await import('./billing-command.ts')).billingCommand,
  reconcile: async () => (await import('./reconcile-command.ts')).reconcileCommand,
  subscription: async () => (await import('./subscription-command.ts')).subscriptionCommand,
  refund: async () => (await import('./refund-command.ts')).refundCommand,
  suspense: async () => (await import('./suspense-command.ts')).suspenseCommand,
  account: async () => (await import('./account-command.ts')).accountCommand,
  promo: async () => (await import('./promo-command.ts')).promoCommand,
  price: async () => (await import('./price-command.ts')).priceCommand,
  tax: async () => (await import('./tax-command.ts')).taxCommand,
  voucher: async () => (await import('./voucher-command.ts')).voucherCommand,
}

/** Former names of commands, which still work. */
const FORMER_NAMES: Record<string, string> = { exits: 'cancellations', contract: 'subscription' }

const WRONG_USE = 64
const WRONG_SETTING = 78

/** Runs a command line: the name of a command and its arguments. @returns exit code */
export async function runCommand([typed, ...args]: string[]): Promise<number> {
  const name = typed !== undefined && Object.hasOwn(FORMER_NAMES, typed) ? FORMER_NAMES[typed] : typed
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log('Usage: npm run kiosk -- COMMAND [--help]\n')
    for (const [each, load] of Object.entries(commands)) console.log(`  ${each.padEnd(13)} ${(await load()).summary}`)
    return name === undefined ? WRONG_USE : 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    console.error(`There is no command "${name}". Commands: ${Object.keys(commands).join(', ')}.`)
    return WRONG_USE
  }
  const command = await load()
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help)
    return 0
  }
  try {
    const status = await command.run(args)
    // The help is long, so the rejected command is repeated below it.
    if (status === WRONG_USE && args.length > 0) console.error(`\nInvalid command: ${[name, ...args].join(' ')}`)
    return status
  } catch (error) {
    // Invalid options are the operator's mistake; anything else is a bug.
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'WRONG_SETTING') {
      console.error(message)
      return WRONG_SETTING
    }
    const wrongUse = code?.startsWith('ERR_PARSE_ARGS')
    console.error(wrongUse ? `${message}\n\n${command.help}` : error)
    return wrongUse ? WRONG_USE : 70
  }
}
