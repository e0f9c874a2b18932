import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@kiosk/backend/free-port'
import { nginxConfiguration } from '../../tools/nginx-configuration.ts'

/** The host in ops/nginx.conf. */
export const HOST = 'kiosk.example.org'

type Front = {
  /** Where it listens on 127.0.0.1, with TLS. */
  port: number
  /** How often it wrote each kind of error to its log. */
  errors(): string
  stop(): Promise<void>
}

/** Starts nginx with ops/nginx.conf in front of servers on these ports. */
export async function startFront(servers: [number, number]): Promise<Front> {
  if (spawnSync('nginx', ['-v']).error) throw new Error('nginx is missing: apt-get install nginx')
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-front-'))
  chmodSync(folder, 0o755)
  const [port, plain] = [await freePort(), await freePort()]
  const file = nginxConfiguration(folder, 'nginx.conf', (site) =>
    site
      .replace('127.0.0.1:3000', `127.0.0.1:${servers[0]}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${servers[1]}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${port} `)
      .replaceAll(/^ *listen \[::\].*\n/gm, ''),
  )
  const nginx = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' })
  await pause(500)
  if (nginx.exitCode !== null) throw new Error('nginx has ended; see above')
  return {
    port,
    errors() {
      const lines = readFileSync(join(folder, 'error.log'), 'utf8').split('\n')
      const kinds = lines.flatMap((line) => /\*\d+ (.+?)(?: while|, client)/.exec(line)?.[1] ?? [])
      return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => `${length} × ${kind}`).join(', ') || 'none'
    },
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
