import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { walletOfSandbox } from '@kiosk/api/outside/payments/payment-settings'
import type { Settings } from './settings.ts'

type Sandbox = Extract<NonNullable<Settings['payments']['card']>, { is: 'sandbox' }>

/**
 * Starts the pretend payment provider beside the server, where the settings ask for one; it ends with this process, however
 * that ends. On a port that is taken it takes another.
 */
export async function startSandbox(
  settings: Settings,
): Promise<{ card: Sandbox; payments: Settings['payments']; tellAt(port: number): void; stop(): void } | null> {
  const { card, wallet } = settings.payments
  if (card?.is !== 'sandbox' || !card.startsHere) return null
  const address = new URL(card.url)
  const child = fork(fileURLToPath(new URL('../../sandbox-payments/src/start.ts', import.meta.url)), [], {
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      ENVIRONMENT: settings.environment,
      PORT: address.port,
      HOST: settings.host,
      FILE: `${settings.dataDir}/sandbox-payments.db`,
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
    // PayPal's own wallet, where its keys are set, stays.
    payments: {
      ...settings.payments,
      card: own,
      wallet: wallet?.makesPlansFor ? walletOfSandbox(own, settings.publicUrl) : wallet,
    },
    tellAt: (kiosk) => void child.send({ webhookUrl: `http://${loopback(settings.host)}:${kiosk}/api/v8/psp/webhook/sandbox` }),
    stop() {
      stopping = true
      child.kill()
    },
  }
}

/** How a program on this machine reaches one that listens everywhere. */
const loopback = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)
