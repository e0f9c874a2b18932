// `npm run check-ops`: the programs that will read the files in `ops` and the containers' files read them, as far as they are
// installed: systemd, nginx, Varnish, Caddy, Helm, Docker Compose. What is not installed is named. Not part of `npm test`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nginxConfiguration } from './nginx-configuration.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'check-ops-'))
const chart = join(root, 'ops/helm/read-it')
let failed = 0

try {
  check('systemd-analyze', 'the unit', () => [['verify', unitOfThisMachine()]])
  for (const name of ['nginx.conf', 'nginx-varnish.conf'])
    check('nginx', name, () => [['-t', '-q', '-c', nginxConfiguration(folder, name), '-p', folder]])
  // As C, which the rest of Varnish compiles.
  check('varnishd', 'varnish.vcl', () => [['-C', '-f', join(root, 'ops/varnish.vcl'), '-n', join(folder, 'varnish')]])
  check('caddy', 'Caddyfile', () => [['validate', '--adapter', 'caddyfile', '--config', join(root, 'ops/Caddyfile')]])
  const own = ['--set', 'secretName=secrets', '--set', 'settings.S3_BUCKET_URL=https://storage.example/kiosk']
  check('helm', 'the chart', () => [
    ['lint', '--strict', chart, ...own],
    ['template', 'kiosk', chart, ...own, '--is-upgrade'],
  ])
  check('docker', 'the containers', () => [
    ['compose', '--file', join(root, 'compose.yaml'), 'config', '--quiet'],
    ['compose', '--file', join(root, 'compose.yaml'), '--file', join(root, 'ops/compose.full.yaml'), 'config', '--quiet'],
  ])
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = failed > 0 ? 1 : 0

function check(program: string, what: string, commands: () => string[][]): void {
  const isThere = spawnSync(program, program === 'docker' ? ['compose', 'version'] : ['--help'], { stdio: 'ignore' })
  if (isThere.error || (program === 'docker' && isThere.status !== 0)) {
    console.log(`not checked  ${what}: ${program === 'docker' ? 'docker compose' : program} is not installed`)
    return
  }
  for (const args of commands()) {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    console.log(
      `${status === 0 ? 'ok          ' : 'WRONG       '} ${what}: ${program} ${args[0] === 'compose' ? 'compose' : args[0]}`,
    )
    if (status === 0) continue
    failed++
    console.log(`${stdout}${stderr}`.trim())
  }
}

/** The unit with folders, user and settings that this machine has. */
function unitOfThisMachine(): string {
  const file = join(folder, 'read-it.service')
  const unit = readFileSync(join(root, 'ops/read-it.service'), 'utf8').replaceAll('/srv/read-it', root)
  writeFileSync(file, unit)
  return file
}
