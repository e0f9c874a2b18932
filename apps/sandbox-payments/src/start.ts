// The pretend payment provider, a process of its own. Whoever started it hears when it listens, and may say where messages go.
import { ConfigError, readSandboxConfig } from './config.ts'
import { openSandbox } from './sandbox.ts'

const WRONG_SETTING = 78

const config = configOrExit()
// Its file is nobody else's on this machine.
process.umask(0o077)
const sandbox = await openSandbox(config).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE' || !process.send) throw error
  // Whoever started it learns the port anyway.
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
