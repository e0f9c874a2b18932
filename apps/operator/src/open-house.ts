import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createApi } from '@kiosk/api/app'
import { connect } from '@kiosk/api/database/connect'
import type { House } from '@kiosk/api/house'
import { filesOfEnvironment } from '@kiosk/api/outside/files/file-settings'
import { mailboxPost } from '@kiosk/api/outside/mail/mailbox-post'
import { paymentProviders, paymentSettingsFrom, paymentVariables } from '@kiosk/api/outside/payments/payment-settings'
import { webPush } from '@kiosk/api/outside/push/web-push'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A setting that is wrong or missing, in the operator's words. */
export class WrongSetting extends Error {
  readonly code = 'WRONG_SETTING'
}

/**
 * The house as the server has it, for commands that do what the server does; from the same environment. Letters that are
 * asked for wait for the server.
 * @param given `now` = another clock; `payments` = other providers
 * @throws WrongSetting where the settings of payments are wrong
 */
export async function openHouse(
  given: Partial<Pick<House, 'now' | 'payments'>> = {},
): Promise<{ house: House; close(): Promise<void> }> {
  const set = (name: string) => process.env[name] || undefined
  const environment = (set('ENVIRONMENT') ?? 'development') as House['environment']
  const port = Number(set('PORT') ?? 3000)
  const publicUrl = (set('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/$/, '')
  const variables = Object.fromEntries(paymentVariables.map((name) => [name, set(name)]))
  const { payments, wrong } = paymentSettingsFrom(variables, { environment, publicUrl, port })
  if (wrong.length > 0) throw new WrongSetting(wrong.join('\n'))
  const dataDir = set('DATA_DIR') ?? `${root}data`
  const operator = Operator.parse(JSON.parse(readFileSync(set('OPERATOR_FILE') ?? `${root}operator.json`, 'utf8')))
  const connection = await connect({ databaseUrl: set('DATABASE_URL'), dataDir })
  const api = createApi({
    db: connection.db,
    databaseUrl: connection.url,
    files: filesOfEnvironment(dataDir),
    operator,
    token: '',
    webapp: '/reader',
    publicUrl,
    environment,
    post: mailboxPost(`${dataDir}/mail`, { name: operator.siteName, address: operator.mail.from }),
    push: webPush(),
    log: pino({ level: set('LOG_LEVEL') ?? 'warn' }),
    payments: paymentProviders(payments),
    ...given,
  })
  return {
    house: api.house,
    async close() {
      await api.close()
      await connection.close()
    },
  }
}
