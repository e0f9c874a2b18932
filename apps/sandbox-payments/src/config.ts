// The only file of the sandbox that reads the environment. It does not share the newsstand's configuration: the sandbox stands
// for a provider's own server, which knows nothing of ours.

/** Settings of a sandbox. */
export type SandboxConfig = {
  port: number
  host: string
  /** SQLite file with the state of this sandbox. */
  file: string
  /** API key that merchants send. */
  key: string
  /** Secret that signs webhooks. */
  webhookSecret: string
  /** Target of webhooks; null = the process that started the sandbox sends it later. */
  webhookUrl: string | null
  /** Whether `/books` shows its records; in development only. */
  books: boolean
  /** Base URL for browsers, without a trailing slash; default: the one that the merchant calls. */
  publicUrl?: string
  /** Duration of slow calls. Milliseconds. */
  slowness?: number
}

/** A setting is wrong or missing; the message names it for the operator. */
export class ConfigError extends Error {}

/** Reads the settings from the environment. @throws ConfigError in production, and without the secrets */
export function readSandboxConfig(environment: Record<string, string | undefined> = process.env): SandboxConfig {
  const { ENVIRONMENT = 'development', PORT = '3010', HOST = '127.0.0.1', FILE = 'sandbox-payments.db' } = environment
  const { PUBLIC_URL, KEY, WEBHOOK_SECRET, WEBHOOK_URL, SLOWNESS } = environment
  if (ENVIRONMENT === 'production')
    throw new ConfigError(
      'ENVIRONMENT=production: the sandbox moves no money, so it does not start. Set PAYMENTS=stripe and its keys.',
    )
  if (!KEY || !WEBHOOK_SECRET)
    throw new ConfigError(
      'KEY and WEBHOOK_SECRET: set what the merchant sets as SANDBOX_PAYMENTS_KEY and SANDBOX_PAYMENTS_SECRET',
    )
  return {
    port: Number(PORT),
    host: HOST,
    file: FILE,
    key: KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: WEBHOOK_URL || null,
    books: ENVIRONMENT === 'development',
    ...(PUBLIC_URL && { publicUrl: PUBLIC_URL.replace(/\/$/, '') }),
    ...(SLOWNESS && { slowness: Number(SLOWNESS) }),
  }
}
