// Starts the payment sandbox, a separate process. It sends its port to its parent process when it listens, and receives the
// target of webhooks from it.
import { ConfigError, readSandboxConfig } from './config.ts'
import { openSandbox } from './sandbox.ts'

const WRONG_SETTING = 78

const config = configOrExit()
// Only this user may read its files.
process.umask(0o077)
const sandbox = await openSandbox(config).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE' || !process.send) throw error
  // The parent process receives the port.
  return openSandbox({ ...config, port: 0 })
})
if (process.send) process.send({ port: sandbox.port })
else console.log(`The payment sandbox (no real money) runs at ${sandbox.url()}`)

let closing = false
const close = async () => {
  if (closing) return
  closing = true
  await sandbox.close()
  process.exit(0)
}
process.on('message', ({ webhookUrl }: { webhookUrl: string }) => sandbox.sendWebhooksTo(webhookUrl))
process.on('disconnect', close)
process.on('SIGTERM', close)
process.on('SIGINT', close)

function configOrExit() {
  try {
    return readSandboxConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(WRONG_SETTING)
  }
}
