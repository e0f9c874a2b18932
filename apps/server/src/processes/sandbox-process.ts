import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { walletOfSandbox } from '@kiosk/backend/adapters/payments/settings'
import type { Config } from '@kiosk/backend/config'
import { killChild } from '@kiosk/backend/kill-child'
import { apiAddress } from '@kiosk/contract/route'
import { providerWebhook } from '@kiosk/contract/routes'

type Sandbox = Extract<NonNullable<Config['payments']['card']>, { is: 'sandbox' }>

/**
 * Starts the payment sandbox next to the server if it is configured; it ends with this process, even after a crash. If its
 * port is in use, it takes another.
 */
export async function startSandbox(
  config: Config,
): Promise<{ card: Sandbox; payments: Config['payments']; sendWebhooksTo(port: number): void; stop(): void } | null> {
  const { card, wallet } = config.payments
  if (card?.is !== 'sandbox' || !card.startsHere) return null
  const address = new URL(card.url)
  const child = fork(fileURLToPath(new URL('../../../sandbox-payments/src/start.ts', import.meta.url)), [], {
    execArgv: [],
    env: {
      ENVIRONMENT: config.environment,
      PORT: address.port,
      HOST: config.host,
      FILE: `${config.dataDir}/sandbox-payments.db`,
      KEY: card.key,
      WEBHOOK_SECRET: card.webhookSecret,
    },
  })
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`The sandbox for payments ended with ${status}; see above.`)
  })
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  ended.catch((error: Error) => stopping || console.error(error.message))
  let stopping = false
  address.port = String(port)
  const own = { ...card, url: address.origin }
  return {
    card: own,
    // A configured PayPal account is still used.
    payments: {
      ...config.payments,
      card: own,
      wallet: wallet?.makesPlansFor ? walletOfSandbox(own, config.publicUrl) : wallet,
    },
    sendWebhooksTo: (kiosk) => {
      const webhook = apiAddress(providerWebhook, { provider: 'sandbox' })
      child.send({ webhookUrl: `http://${loopback(config.host)}:${kiosk}${webhook}` })
    },
    stop() {
      stopping = true
      killChild(child)
    },
  }
}

/** Returns the address on this machine of a program that listens on all interfaces. */
const loopback = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)
