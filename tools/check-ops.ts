// `npm run check-ops`: has the programs that use the files in `ops` and the containers' files read them, as far as they are
// installed: systemd, nginx, Varnish, Caddy, Helm, Docker Compose. Names those that are not installed. Not part of `npm test`.
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
  // Written as C, which the rest of Varnish compiles.
  check('varnishd', 'varnish.vcl', () => [['-C', '-f', join(root, 'ops/varnish.vcl'), '-n', join(folder, 'varnish')]])
  check('caddy', 'Caddyfile', () => [['validate', '--adapter', 'caddyfile', '--config', join(root, 'ops/Caddyfile')]])
  const own = ['--set', 'secretName=secrets', '--set', 'settings.S3_BUCKET_URL=https://storage.example/kiosk']
  check('helm', 'the chart', () => [
    ['lint', '--strict', chart, ...own],
    ['template', 'kiosk', chart, ...own, '--is-upgrade'],
  ])
  check('helm', 'the chart with all that it can', () => [['template', 'kiosk', chart, '--values', allOfChart()]], [
    'value: "1000000"',
    'value: "0.25"',
    'value: "true"',
    'name: kiosk-draw',
    'name: kiosk-files',
    'name: kiosk-operator',
    'fieldPath: spec.nodeName',
  ])
  check('docker', 'the containers', () => [
    ['compose', '--file', join(root, 'compose.yaml'), 'config', '--quiet'],
    ['compose', '--file', join(root, 'compose.yaml'), '--file', join(root, 'ops/compose.full.yaml'), 'config', '--quiet'],
  ])
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = failed > 0 ? 1 : 0

/** @param parts what each command must print, besides ending without an error */
function check(program: string, what: string, commands: () => string[][], parts: string[] = []): void {
  const isThere = spawnSync(program, program === 'docker' ? ['compose', 'version'] : ['--help'], { stdio: 'ignore' })
  if (isThere.error || (program === 'docker' && isThere.status !== 0)) {
    console.log(`not checked  ${what}: ${program === 'docker' ? 'docker compose' : program} is not installed`)
    return
  }
  for (const args of commands()) {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    const missing = parts.filter((part) => !stdout.includes(part))
    const isRight = status === 0 && missing.length === 0
    console.log(`${isRight ? 'ok          ' : 'WRONG       '} ${what}: ${program} ${args[0] === 'compose' ? 'compose' : args[0]}`)
    if (isRight) continue
    failed++
    console.log(status === 0 ? `missing: ${missing.join(', ')}` : `${stdout}${stderr}`.trim())
  }
}

/** The unit with folders, user and settings that this machine has. */
function unitOfThisMachine(): string {
  const file = join(folder, 'read-it.service')
  const unit = readFileSync(join(root, 'ops/read-it.service'), 'utf8').replaceAll('/srv/read-it', root)
  writeFileSync(file, unit)
  return file
}

/** Values that use every part of the chart, in a file: numbers on a command line have another type. */
function allOfChart(): string {
  const file = join(folder, 'values.json')
  const process = (serves: boolean, settings: object) => ({ replicas: serves ? 4 : 1, serves, settings })
  const values = {
    secretName: 'secrets',
    imagePullSecrets: [{ name: 'registry' }],
    operator: readFileSync(join(root, 'operator.json'), 'utf8'),
    settings: { S3_BUCKET_URL: 'https://storage.example/kiosk', REQUESTS_PER_MINUTE: 1_000_000, OTEL_TRACES_SAMPLER_ARG: 0.25 },
    processes: {
      server: process(true, { ROLES: 'web', DRAW_URL: 'http://kiosk-draw', ALLOW_PLAIN_CONNECTIONS: true }),
      jobs: process(false, { ROLES: 'worker', PORT: 4000 }),
      draw: process(false, { ROLES: 'draw' }),
    },
    service: { annotations: { team: 'newsstand' } },
    ingress: {
      enabled: true,
      host: 'kiosk.example',
      className: 'nginx',
      tlsSecretName: 'certificate',
      annotations: { team: 'newsstand' },
    },
    podAnnotations: { team: 'newsstand' },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'newsstand', operator: 'Exists' }],
  }
  writeFileSync(file, JSON.stringify(values))
  return file
}
