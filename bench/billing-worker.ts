// A worker of billing.bench.ts: runs billing once and reports its progress and memory.
import { readFileSync } from 'node:fs'
import { sandboxProvider } from '@kiosk/backend/adapters/payments/sandbox/sandbox-provider'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { runRenewals } from '@kiosk/backend/billing/renewals/run'
import type { BillingContext } from '@kiosk/backend/context'
import { open } from '@kiosk/backend/db/connect'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'

export type BillingTask = {
  databaseUrl: string
  at: string
  /** null = the provider is stubbed: every charge succeeds at once. */
  sandbox: { url: string; key: string; webhookSecret: string } | null
}

const { databaseUrl, at, sandbox } = JSON.parse(process.argv[2]!) as BillingTask
const connection = open(databaseUrl, 5)
const stub = {
  ...fakeCardProvider().provider,
  charge: async ({ attemptId }: { attemptId: string }) => ({ state: 'succeeded', reference: `charge ${attemptId}` }) as const,
}
const ctx: BillingContext = {
  db: connection.db,
  operator: Operator.parse(JSON.parse(readFileSync(new URL('../operator.json', import.meta.url), 'utf8'))),
  publicUrl: 'https://kiosk.example.org',
  log: pino({ level: 'warn' }),
  now: () => new Date(at),
  payments: { card: sandbox ? sandboxProvider(sandbox) : stub, wallet: null, store: null },
}
const MEGABYTE_BYTES = 1024 ** 2
let batches = 0
await runRenewals(ctx, ({ renewed }) => {
  const megabytes = process.memoryUsage.rss() / MEGABYTE_BYTES
  let retained: number | null = null
  if (++batches % 5 === 0) {
    globalThis.gc?.()
    retained = process.memoryUsage().heapUsed / MEGABYTE_BYTES
  }
  process.send?.({ renewed, megabytes, retained })
})
await connection.close()
process.disconnect?.()
