// The operator's command line: `npm run kiosk -- COMMAND`. One file a command.

export type Command = {
  /** One line for the list of commands. */
  summary: string
  help: string
  /** Exit code. */
  run(args: string[]): Promise<number>
}

/** Loaded when asked for: a command brings only what it needs. */
const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./import-command.ts')).importCommand,
  content: async () => (await import('./content-command.ts')).contentCommand,
  campaign: async () => (await import('./campaign-command.ts')).campaignCommand,
  demo: async () => (await import('./demo-command.ts')).demoCommand,
  invoices: async () => (await import('./invoices-command.ts')).invoicesCommand,
  security: async () => (await import('./security-command.ts')).securityCommand,
  exits: async () => (await import('./exits-command.ts')).exitsCommand,
  ads: async () => (await import('./ads-command.ts')).adsCommand,
  bounces: async () => (await import('./bounces-command.ts')).bouncesCommand,
  jobs: async () => (await import('./jobs-command.ts')).jobsCommand,
  billing: async () => (await import('./billing-command.ts')).billingCommand,
  reconcile: async () => (await import('./reconcile-command.ts')).reconcileCommand,
  contract: async () => (await import('./contract-command.ts')).contractCommand,
  refund: async () => (await import('./refund-command.ts')).refundCommand,
  suspense: async () => (await import('./suspense-command.ts')).suspenseCommand,
  account: async () => (await import('./account-command.ts')).accountCommand,
  promo: async () => (await import('./promo-command.ts')).promoCommand,
  price: async () => (await import('./price-command.ts')).priceCommand,
  tax: async () => (await import('./tax-command.ts')).taxCommand,
  voucher: async () => (await import('./voucher-command.ts')).voucherCommand,
}

const WRONG_USE = 64
const WRONG_SETTING = 78

async function run([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log('Usage: npm run kiosk -- COMMAND [--help]\n')
    for (const [each, load] of Object.entries(commands)) console.log(`  ${each.padEnd(10)} ${(await load()).summary}`)
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
    // Below a long help stands what it is the answer to.
    if (status === WRONG_USE && args.length > 0) console.error(`\nNot understood: ${[name, ...args].join(' ')}`)
    return status
  } catch (error) {
    // Wrong options are the operator's to correct; anything else is a fault of the program.
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

process.exitCode = await run(process.argv.slice(2))
