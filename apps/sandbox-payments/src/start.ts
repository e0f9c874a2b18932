// The pretend payment provider, a process of its own. Whoever started it hears when it listens, and may say where messages go.
import { openSandbox } from './sandbox.ts'

const { ENVIRONMENT = 'development', PORT = '3010', HOST = '127.0.0.1', FILE = 'sandbox-payments.db' } = process.env
const { PUBLIC_URL, KEY, WEBHOOK_SECRET, WEBHOOK_URL, SLOWNESS } = process.env

if (ENVIRONMENT === 'production') {
  console.error('ENVIRONMENT=production: the sandbox moves no money, so it does not start. Set PAYMENTS=stripe and its keys.')
  process.exit(78)
}
if (!KEY || !WEBHOOK_SECRET) {
  console.error('KEY and WEBHOOK_SECRET: set what the merchant sets as SANDBOX_PAYMENTS_KEY and SANDBOX_PAYMENTS_SECRET')
  process.exit(78)
}

// Its file is nobody else's on this machine.
process.umask(0o077)
const given = {
  file: FILE,
  host: HOST,
  key: KEY,
  webhookSecret: WEBHOOK_SECRET,
  webhookUrl: WEBHOOK_URL || null,
  books: ENVIRONMENT === 'development',
  ...(PUBLIC_URL && { publicUrl: PUBLIC_URL.replace(/\/$/, '') }),
  ...(SLOWNESS && { slowness: Number(SLOWNESS) }),
}
const sandbox = await openSandbox({ ...given, port: Number(PORT) }).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE' || !process.send) throw error
  // Whoever started it learns the port anyway.
  return openSandbox({ ...given, port: 0 })
})
if (process.send) process.send({ port: sandbox.port })
else console.log(`The sandbox takes pretend payments: ${sandbox.url()}`)

let closing = false
const close = async () => {
  if (closing) return
  closing = true
  await sandbox.close()
  process.exit(0)
}
process.on('message', ({ webhookUrl }: { webhookUrl: string }) => sandbox.tellAt(webhookUrl))
process.on('disconnect', close)
process.on('SIGTERM', close)
process.on('SIGINT', close)
