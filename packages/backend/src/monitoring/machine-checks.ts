import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { ConfigError, readConfig } from '../config.ts'
import { type MissingFeature, missingFeatures } from '../config-checks.ts'
import { type Check, type Finding, failing, ok, skipped, warning } from './checks.ts'

const GIGABYTE_BYTES = 1024 ** 3
const FREE_ERROR_BYTES = GIGABYTE_BYTES
const FREE_WARNING_BYTES = 5 * GIGABYTE_BYTES

const WITHOUT: Record<MissingFeature, [says: string, todo: string]> = {
  payments: ['nothing can be bought', 'Set STRIPE_… or PAYPAL_….'],
  mail: ['no e-mail is sent', 'Set SMTP_URL.'],
  bounces: ['returned e-mails are not read', 'Set mail.bounces in operator.json; see "kiosk bounces --help".'],
}

/** Returns the checks of this machine and its settings. @param environment default: that of this process */
export function machineChecks(config: Config, environment?: Parameters<typeof readConfig>[0]): Check[] {
  return [
    { name: 'settings', run: async () => checkSettings(config, environment) },
    { name: 'payment keys', run: async () => checkPaymentKeys(config) },
    { name: 'data folder', run: () => checkFolder(config.dataDir) },
  ]
}

/** A server would not start with wrong settings. */
function checkSettings(config: Config, environment: Parameters<typeof readConfig>[0]): Finding[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line) => failing(line, 'See docs/settings.md.'))
  }
  const { environment: kind, publicUrl, metricsToken, payments } = config
  const found: Finding[] = []
  if (kind !== 'production' && publicUrl.startsWith('https:'))
    found.push(warning(`ENVIRONMENT=${kind} behind ${publicUrl}`, 'Set ENVIRONMENT=production for a newsstand with readers.'))
  if (kind === 'production' && !metricsToken)
    found.push(warning('METRICS_TOKEN is not set, so nobody is alerted', 'Set it and let Prometheus load ops/alerts.yaml.'))
  for (const feature of missingFeatures(config, payments)) found.push(warning(...WITHOUT[feature]))
  return found.length > 0 ? found : [ok(`${kind}, ${publicUrl}`)]
}

function checkPaymentKeys({ environment, payments }: Config): Finding[] {
  const { card, wallet, store } = payments
  const found: Finding[] = []
  if (card?.is === 'stripe') {
    const isTest = /^[sr]k_test_/.test(card.secretKey)
    const isPublicTest = card.publishableKey.startsWith('pk_test_')
    if (isTest !== isPublicTest)
      found.push(failing('Stripe: one key is for tests and the other is live', 'Set both keys of the same mode.'))
    else if (!isTest && environment !== 'production')
      found.push(warning(`Stripe: live keys with ENVIRONMENT=${environment}`, 'Use keys for tests where nothing is sold.'))
    else found.push(ok(`Stripe: keys ${isTest ? 'for tests' : 'of the live mode'}`))
  }
  if (card?.is === 'sandbox') found.push(ok('cards: the sandbox, which moves no money'))
  if (wallet) found.push(ok(`PayPal: ${wallet.environment}`))
  if (store) found.push(ok(`Google Play: ${store.packageName}`))
  return found.length > 0 ? found : [skipped('no payment provider is set')]
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failing(`${folder}: ${code}`, 'DATA_DIR must be a folder that this user may read and write.')
  }
  const { bsize, bavail, blocks } = await statfs(folder)
  const free = bsize * bavail
  const says = `${folder}: ${(free / GIGABYTE_BYTES).toFixed(1)} of ${((bsize * blocks) / GIGABYTE_BYTES).toFixed(1)} GB are free`
  const todo = 'Free space, or move DATA_DIR: see docs/runbook/disk-full.md.'
  if (free < FREE_ERROR_BYTES) return failing(says, todo)
  return free < FREE_WARNING_BYTES ? warning(says, todo) : ok(says)
}
