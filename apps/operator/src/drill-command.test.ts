// A drill as an operator runs it, with a real server on the restored data.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathOfInvoicePdf, storeInvoicePdfs } from '@kiosk/backend/billing/invoices/stored-pdfs'
import { type Checkout, testCheckout } from '@kiosk/backend/billing/testing/checkout'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runAndListen as run } from './testing/run-and-listen.ts'

/** A drill starts a database and a server. */
const DRILL_TIMEOUT_MS = 300_000

let shop: Checkout
let folder: string
let drills: string
let identity: string
let invoicePdf: string
beforeAll(async () => {
  shop = await testCheckout()
  await shop.api.ctx.secret()
  const buyer = await shop.reader()
  await shop.leave(buyer)
  await shop.accept(buyer)
  await shop.begin(buyer)
  expect((await shop.purchase(buyer)).status).toBe(200)
  await storeInvoicePdfs(
    shop.api.ctx,
    (await shop.invoices(buyer)).map(({ id }) => id),
  )
  const { sha256 } = await shop.db.selectFrom('invoice_files').select('sha256').executeTakeFirstOrThrow()
  folder = mkdtempSync(join(tmpdir(), 'kiosk-drill-test-'))
  drills = join(folder, 'drills')
  identity = join(folder, 'key.txt')
  invoicePdf = join(folder, 'data/files', pathOfInvoicePdf(sha256))
  mkdirSync(dirname(invoicePdf), { recursive: true })
  writeFileSync(invoicePdf, (await shop.api.files.read(pathOfInvoicePdf(sha256)))!)
  const settings = { DATABASE_URL: shop.databaseUrl, DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const key = await run('backup', 'key')
  writeFileSync(identity, key.output)
  vi.stubEnv('BACKUP_RECIPIENTS', /age1\w+/.exec(key.output)![0])
  expect((await run('backup')).status).toBe(0)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const drill = () => run('drill', '--identity', identity, '--folder', drills)

test(
  'a drill restores the newest backup, starts a server on it, compares the invoices and leaves nothing',
  async () => {
    const { status, output } = await drill()
    expect(output).toContain('Compared with the PDFs of this newsstand: 1 equal, 0 different, 0 not here.')
    expect(output).toContain('The server has started and serves its home page.')
    expect(output).toMatch(/It took \d+\.\d minutes\. The last .+ would be lost\.$/)
    expect(status).toBe(0)
    expect(readdirSync(drills)).toEqual([])
  },
  DRILL_TIMEOUT_MS,
)

test(
  'a drill fails if an invoice of this newsstand is not the one of the backup',
  async () => {
    writeFileSync(invoicePdf, 'another invoice')
    const { status, output } = await drill()
    expect(output).toContain('Compared with the PDFs of this newsstand: 0 equal, 1 different, 0 not here.')
    expect(status).toBe(1)
    expect(readdirSync(drills)).toEqual([])
  },
  DRILL_TIMEOUT_MS,
)
