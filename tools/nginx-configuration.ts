import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a configuration of nginx that includes one of `ops`, with a certificate made for it and without the database of countries.
 * @param folder where nginx may write
 * @param name of the file in `ops`
 * @param change replaces what this machine lacks: addresses that need rights, servers
 * @returns path of the configuration
 */
export function nginxConfiguration(folder: string, name: string, change = (site: string) => site): string {
  const certificate = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=kiosk',
  ]
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const made = spawnSync('openssl', ['req', ...certificate, ...files], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`no certificate could be made: ${made.error?.message ?? made.stderr}`)
  const ours = readFileSync(join(import.meta.dirname, '../ops', name), 'utf8')
    .replaceAll(/\/etc\/(ssl\/read-it|letsencrypt\/live\/kiosk\.example)/g, folder)
    .replace(/^geoip2 [^}]*\}\n/m, '')
    .replace('$geoip2_country_code', 'XX')
  writeFileSync(join(folder, 'read-it.conf'), change(ours))
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`).join(' ')
  writeFileSync(
    file,
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${temporary} include ${folder}/read-it.conf; }`,
  )
  return file
}
