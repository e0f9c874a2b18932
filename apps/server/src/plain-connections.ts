/** Connections that leave this machine without encryption, each as a line for the operator. */
export function plainConnections(urls: {
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  apiUrl: string | undefined
}): string[] {
  const { databaseUrl, smtpUrl, apiUrl } = urls
  return [
    databaseUrl && !isLocal(databaseUrl) && !/^(require|verify-ca|verify-full)$/.test(option(databaseUrl, 'sslmode'))
      ? 'DATABASE_URL: add "sslmode=verify-full"'
      : '',
    smtpUrl?.startsWith('smtp:') && !isLocal(smtpUrl) && option(smtpUrl, 'requireTLS') !== 'true'
      ? 'SMTP_URL: use smtps:// or add "requireTLS=true"'
      : '',
    apiUrl?.startsWith('http:') && !isLocal(apiUrl) ? 'API_URL: use https://' : '',
  ].filter(Boolean)
}

/** A loopback address, or a Unix socket. */
function isLocal(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === '' || host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function option(url: string, name: string): string {
  return URL.parse(url)?.searchParams.get(name) ?? ''
}
