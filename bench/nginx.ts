import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@kiosk/backend/free-port'
import { onCore } from './kiosk-for-benchmarks.ts'

/** Starts nginx with one worker on the first core, serving exactly these bytes from disk. Returns null if nginx is missing. */
export async function serveByNginx(body: Buffer, headers: Record<string, string>): Promise<{ url: string; stop(): void } | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-nginx-'))
  const port = await freePort()
  writeFileSync(join(folder, 'page'), body)
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type text/html;
       client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       server { listen 127.0.0.1:${port}; root ${folder}; ${added.join(' ')} } }`,
  )
  const server = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  await pause(500)
  for (const pid of spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean))
    onCore(Number(pid), '0')
  return {
    url: `http://127.0.0.1:${port}/page`,
    stop() {
      server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
