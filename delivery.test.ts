// Image, containers, unit, chart and proxies fit the server: settings, limits of time, rights. `npm run check-ops` has the real
// programs read them.
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { readConfig } from '@kiosk/backend/config'
import { MOST_WAITING_MS } from '@kiosk/backend/reading/waiter'
import { DRAIN_SECONDS, settingGroups } from '@kiosk/backend/settings/settings'
import { chartSchema, chartSchemaPath } from '@kiosk/backend/settings/settings-document'
import type { ErrorCode } from '@kiosk/domain/errors'
import { DEFAULT_LANGUAGE, languages, preferredLanguage } from '@kiosk/domain/locale'
import { SECOND_MS } from '@kiosk/domain/time'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const text = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
type Service = {
  image: string
  environment?: Record<string, string>
  env_file?: { path: string }[]
  read_only?: boolean
  cap_drop?: string[]
  tmpfs?: string[]
  stop_grace_period?: string
}
const servicesOf = (file: string) => (parse(text(file), { merge: true }) as { services: Record<string, Service> }).services
const compose = servicesOf('compose.yaml')
const additions = servicesOf('ops/compose.full.yaml')
const settings = settingGroups.flatMap(({ schema }) => Object.keys(schema.shape))
const unit = text('ops/read-it.service')
const chart = text('ops/helm/read-it/templates/deployment.yaml')
const values = parse(text('ops/helm/read-it/values.yaml')) as {
  settings: object
  processes: { server: { settings: object } }
}

/** Default of `timeout_idle`, after which Varnish closes a connection. */
const VARNISH_IDLE_SECONDS = 5

/** The default of `${NAME:-default}`. */
const shipped = (environment: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{\w+:?-([^}]*)\}/g, '$1')]))

test('settings that are given to servers exist', () => {
  const given = [compose['read-it']!, compose.migrate!, additions['read-it']!, additions.migrate!]
  const names = [
    ...given.flatMap(({ environment = {} }) => Object.keys(environment)),
    ...Object.keys(values.settings),
    ...Object.keys(values.processes.server.settings),
    ...[...chart.matchAll(/^ +- name: ([A-Z_]+)$/gm)].map(([, name]) => name!),
  ]
  expect(names).toContain('DISK_NAME')
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !settings.includes(name))).toEqual([])
})

test('production refuses every password that the containers bring', () => {
  const environment = { ...shipped(compose['read-it']!.environment!), ...shipped(additions['read-it']!.environment!) }
  expect(environment.DATABASE_URL).toBe('postgres://kiosk:kiosk@database/kiosk')
  expect(() => readConfig({ ...environment, HOST: '0.0.0.0' })).not.toThrow()
  const inProduction = { ...environment, ENVIRONMENT: 'production', PUBLIC_URL: 'https://kiosk-am-eck.at' }
  expect(() => readConfig({ ...inProduction, S3_BUCKET_URL: 'https://storage.example/kiosk' })).toThrow(
    /DATABASE_URL: its password(.|\n)*S3_SECRET_ACCESS_KEY: this key is publicly known/,
  )
  const own = { ...inProduction, DATABASE_URL: 'postgres://kiosk:oPh4yooCh8ei@database/kiosk', S3_SECRET_ACCESS_KEY: 'Xai6oe2u' }
  expect(() => readConfig({ ...own, S3_BUCKET_URL: 'https://storage.example/kiosk' })).not.toThrow(/its password|publicly known/)
})

describe('the image', () => {
  const file = text('Dockerfile')

  test('starts the server as runtime/start.sh does', () => {
    const [, options = '', main = ''] = /runtime\/node\.sh ((?:--\S+ )+)(\S+)$/m.exec(text('runtime/start.sh')) ?? []
    expect(main).toBe('apps/server/src/main.ts')
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(file) ?? []
    expect(JSON.parse(command)).toEqual([...options.trim().split(' '), main])
    const [, allocator = ''] = /^export (MALLOC.*)$/m.exec(text('runtime/start.sh')) ?? []
    expect(file).toContain(`ENV ${allocator}\n`)
  })

  test('does not run as root, which an orchestrator can see, and writes to /data and /tmp only', () => {
    expect([...file.matchAll(/^USER (.*)$/gm)].at(-1)![1]).toBe('65532:65532')
    expect(file).toContain('--chown=65532:65532 /data /data')
    for (const service of [compose['read-it']!, compose.migrate!])
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
    for (const line of ['runAsUser: 65532', 'fsGroup: 65532', 'runAsNonRoot: true', 'readOnlyRootFilesystem: true'])
      expect(text('ops/helm/read-it/templates/_helpers.tpl')).toContain(line)
  })

  test('has neither settings nor data of the machine that builds it', () => {
    const ignored = text('.dockerignore').split('\n')
    for (const each of ['.git', 'data', '**/node_modules', '**/build']) expect(ignored).toContain(each)
    // The files that compose.yaml and docs/operating.md have operators write here are secret, and belong into no repository either.
    const given = [compose['read-it']!, compose.migrate!].flatMap(({ env_file = [] }) => env_file.map(({ path }) => path))
    expect(given).toEqual(['read-it.env', 'read-it.env'])
    for (const secret of [...given, '.env', 'key.txt'])
      for (const patterns of [ignored, text('.gitignore').split('\n')])
        expect(
          patterns.some((pattern) => matchesGlob(secret, pattern)),
          secret,
        ).toBe(true)
  })
})

test('the unit sets nothing itself, so that commands which read its file of settings use the same data', () => {
  expect(unit).toContain('EnvironmentFile=/etc/read-it.env')
  expect(unit).not.toMatch(/^Environment=/m)
})

test('stopping a server waits until its last request is answered', () => {
  const leastSeconds = DRAIN_SECONDS + 20
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThanOrEqual(leastSeconds)
  expect(Number.parseInt(compose['read-it']!.stop_grace_period!, 10)).toBeGreaterThanOrEqual(leastSeconds)
  const [, added = ''] = /terminationGracePeriodSeconds: \{\{ add \$drainSeconds (\d+) \}\}/.exec(chart) ?? []
  expect(Number(added)).toBeGreaterThanOrEqual(20)
  expect(chart).toContain(`DRAIN_SECONDS | default ${DRAIN_SECONDS}`)
})

test('a proxy closes idle connections before the server does', () => {
  const serverMs = Number(/keepAliveTimeout: ([\d_]+)/.exec(text('apps/server/src/http/listen.ts'))![1]!.replaceAll('_', ''))
  const [, upstream = ''] = /^upstream read-it \{([^}]*)\}/m.exec(text('ops/nginx.conf')) ?? []
  expect(Number(/keepalive_timeout (\d+)s/.exec(upstream)![1]) * 1000).toBeLessThan(serverMs)
  const [, upstreamOfVarnish = ''] = /^upstream read-it-varnish \{([^}]*)\}/m.exec(text('ops/nginx-varnish.conf')) ?? []
  expect(Number(/keepalive_timeout (\d+)s/.exec(upstreamOfVarnish)![1])).toBeLessThan(VARNISH_IDLE_SECONDS)
  expect(Number(/\tkeepalive (\d+)s/.exec(text('ops/Caddyfile'))![1]) * 1000).toBeLessThan(serverMs)
  expect(text('ops/nginx.conf')).not.toMatch(/proxy_next_upstream[^;#]*non_idempotent/)
})

test('proxies say in each language what servers say when they cannot answer', () => {
  const conf = text('ops/nginx.conf')
  const valuesOf = (variable: string) =>
    Object.fromEntries(
      [
        ...(new RegExp(`^map \\S+ \\$${variable} \\{([^}]*)\\}`, 'm').exec(conf)?.[1] ?? '').matchAll(/^ {2}(\w+) '([^']*)';$/gm),
      ].map(([, language, value]) => [language === 'default' ? DEFAULT_LANGUAGE : language, value]),
    )
  const said = (key: string) => Object.fromEntries(languages.map((language) => [language, errorMessage(language, key)]))
  expect(valuesOf('read_it_away')).toEqual(said('ERROR.SERVICE_UNAVAILABLE'))
  expect(valuesOf('read_it_away_again')).toEqual(said('REQUEST_ERROR.AGAIN'))
  expect(Object.keys(valuesOf('read_it_away_title')).sort()).toEqual([...languages].sort())
  expect(conf).toContain(`{"code":"${'unavailable' satisfies ErrorCode}",`)
  // The other proxies have the same words and the same look.
  const [, style = ''] = /<style>(.+)<\/style>/.exec(conf) ?? []
  const words = ['read_it_away', 'read_it_away_again', 'read_it_away_title'].flatMap((name) => Object.values(valuesOf(name)))
  for (const file of ['ops/varnish.vcl', 'ops/Caddyfile'])
    for (const part of [`<style>${style}</style>`, ...words.map((word) => `"${word}"`)]) expect(text(file), file).toContain(part)
})

test('nginx in front of Varnish has the TLS, the time limits and the own answers of nginx in front of servers', () => {
  const same = (file: string) => {
    const conf = text(file).replace(/^upstream [^}]*\}/m, '')
    return [
      /^map \S+ \$read_it_\w+ \{[^}]*\}/gm,
      /^ {2}location @away[\s\S]*?^ {2}\}/gm,
      /^ {2}error_page .*;/gm,
      /^ {2}ssl_(?!certificate).*;/gm,
      /^ {2}(client_|keepalive_timeout|proxy_(connect|send)_timeout).*;/gm,
    ].map((part) => [...conf.matchAll(part)].map(([found]) => found))
  }
  const ofServers = same('ops/nginx.conf')
  expect(ofServers.map((parts) => parts.length)).toEqual([6, 2, 1, 5, 6])
  expect(same('ops/nginx-varnish.conf')).toEqual(ofServers)
})

test('nginx redirects to https at its own name, whatever the Host of the request', () => {
  for (const file of ['ops/nginx.conf', 'ops/nginx-varnish.conf'])
    expect(text(file), file).toMatch(/listen 80;[^}]*server_name (\S+);[^}]*return 30[18] https:\/\/\1\$request_uri;/)
})

test('proxies find the language of their own pages in the address, the cookie or the header, whatever else these contain', () => {
  type Parts = [address: string, cookie: string, header: string]
  const regexOf = (pattern: string) => new RegExp(pattern.replace('(?i)', ''), pattern.startsWith('(?i)') ? 'i' : '')
  const [, ofNginx = ''] = /"~\*(\S+\(\?<named>\S+)" \$named;/.exec(text('ops/nginx.conf')) ?? []
  const [, ofCaddy = ''] = /\{away_named\} \{\n\s*~(\S+) \$\{1\}/.exec(text('ops/Caddyfile')) ?? []
  const ofVarnish = [
    ...text('ops/varnish.vcl').matchAll(
      /if \(bereq\.\S+ ~ "([^"]+)"\) \{\s+set beresp\.http\.Content-Language = [^"]+"([^"]+)", "\\1"\)/g,
    ),
  ]
  const foundBy = {
    nginx: (...parts: Parts) => regexOf(`(?i)${ofNginx}`).exec(parts.join(','))?.[1],
    Caddy: (...parts: Parts) => regexOf(ofCaddy).exec(parts.join(','))?.[1],
    Varnish(...[address, cookie, header]: Parts) {
      const sources = [`/faq?a=b&lang=${address}`, `theme=dark; language=${cookie}`, header]
      const at = ofVarnish.findIndex(([, sought = ''], place) => regexOf(sought).test(sources[place]!))
      return sources[at]?.replace(regexOf(ofVarnish[at]![2]!), '$1')
    },
  }
  for (const [proxy, find] of Object.entries(foundBy)) {
    const named = (...parts: Parts) => find(...parts)?.toLowerCase()
    for (const header of ['de-AT,de;q=0.9,en;q=0.8', 'EN-gb', 'it, fr;q=0.9', 'hu,cs;q=0.9, de;q=0.1', 'fr-CH', 'it', ''])
      expect(named('', '', header) ?? DEFAULT_LANGUAGE, `${proxy}: ${header}`).toBe(preferredLanguage(header))
    expect([named('fr', 'en', 'de'), named('', 'en', 'de'), named('xx', '"', 'en')], proxy).toEqual(['fr', 'en', 'en'])
  }
})

test('a server answers requests for images before a proxy takes it for broken', () => {
  const [, ofNginx] = /proxy_read_timeout (\d+)s/.exec(text('ops/nginx.conf')) ?? []
  const [, ofCaddy] = /response_header_timeout (\d+)s/.exec(text('ops/Caddyfile')) ?? []
  const [, ofVarnish] = /first_byte_timeout = (\d+)s/.exec(text('ops/varnish.vcl')) ?? []
  for (const seconds of [ofNginx, ofCaddy, ofVarnish])
    expect(MOST_WAITING_MS).toBeLessThanOrEqual((Number(seconds) * SECOND_MS) / 2)
  // Nor does one slow answer to the check of readiness count.
  const [, failures] =
    /readinessProbe:\n[^-]*?failureThreshold: (\d+)/.exec(text('ops/helm/read-it/templates/deployment.yaml')) ?? []
  const [, window] = /probe ready \{[^}]*\.window = (\d+);/.exec(text('ops/varnish.vcl')) ?? []
  expect([failures, window]).toEqual(['3', '3'])
})

test('proxies ask the next server for files that one version has and another has not', () => {
  const [, ofNginx = ''] = /location ~ (\S+) \{[^}]*proxy_next_upstream [^;]*\bhttp_404;/.exec(text('ops/nginx.conf')) ?? []
  const [, ofVarnish = ''] =
    /status == 404[^{]*bereq\.url ~ "([^"]+)"\) \{\s+return \(retry\)/.exec(text('ops/varnish.vcl')) ?? []
  const caddyfile = text('ops/Caddyfile')
  const [, ofCaddy = ''] = /@files path_regexp (\S+)\n/.exec(caddyfile) ?? []
  const [ofFiles = ''] = /handle @files \{[\s\S]*?\n\t\}/.exec(caddyfile) ?? []
  expect(ofFiles).toMatch(/lb_policy first\n[\s\S]*@missing status 404\n\s*handle_response @missing \{\s*reverse_proxy \{\$LAST:/)
  for (const pattern of [ofNginx, ofVarnish, ofCaddy]) {
    const files = ['/assets/root-B1.js', '/reader/assets/page-B1.css', '/desk/assets/page-B1.css']
    expect(files.filter((path) => new RegExp(pattern || '^$').test(path))).toEqual(files)
    expect('/api/v8/issues/assets/').not.toMatch(new RegExp(pattern || '^$'))
  }
})

test('the proxy of the containers has every setting of the Caddyfile', () => {
  const named = new Set([...text('ops/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name))
  expect(named).toContain('LAST')
  expect(Object.keys(additions.proxy!.environment ?? {}).sort()).toEqual([...named].sort())
})

test('the ingress of files asks other servers for those that one has not; pages are not asked for twice', () => {
  const ingress = text('ops/helm/read-it/templates/ingress.yaml')
  expect(ingress).toContain('"paths" (list "/assets" "/reader/assets" "/desk/assets")')
  const own = parse(text('ops/helm/read-it/values.yaml')) as {
    ingress: Record<'annotations' | 'fileAnnotations', Record<string, string>>
  }
  expect(own.ingress.fileAnnotations['nginx.ingress.kubernetes.io/proxy-next-upstream']).toMatch(/\bhttp_404\b/)
  expect(Object.keys(own.ingress.annotations).filter((name) => name.includes('proxy-next-upstream'))).toEqual([])
})

test('no proxy writes a log of page views, which the privacy page rules out', () => {
  for (const file of ['ops/nginx.conf', 'ops/nginx-varnish.conf']) {
    const servers = text(file)
      .split(/^server \{$/m)
      .slice(1)
    expect(servers, file).toHaveLength(2)
    for (const each of servers) expect(each, file).toMatch(/^ {2}access_log off;$/m)
  }
  const { ingress } = parse(text('ops/helm/read-it/values.yaml')) as { ingress: { annotations: Record<string, string> } }
  expect(ingress.annotations['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false')
  // Caddy writes none unless it is told to.
  expect(text('ops/Caddyfile')).not.toMatch(/^\s*log\b/m)
})

test('no proxy compresses again what servers have compressed', () => {
  for (const file of ['ops/nginx.conf', 'ops/nginx-varnish.conf']) expect(text(file)).not.toMatch(/^\s*(gzip|brotli)\b/m)
  expect(text('ops/Caddyfile')).not.toMatch(/^\s*encode\b/m)
})

test("the chart's values must not have secrets; `npm run settings` writes their names", () => {
  expect(text('ops/helm/read-it/values.schema.json')).toBe(chartSchema())
  expect(chartSchemaPath).toMatch(/ops\/helm\/read-it\/values\.schema\.json$/)
  const { definitions } = JSON.parse(chartSchema()) as {
    definitions: { settings: { propertyNames: { not: { enum: string[] } } } }
  }
  expect(definitions.settings.propertyNames.not.enum).toContain('DATABASE_URL')
})

test('the chart has an address for each process, and its example divides the roles', () => {
  const service = text('ops/helm/read-it/templates/service.yaml')
  const [readers = '', ofEach = ''] = service.split('{{- range $name, $process := .Values.processes }}')
  expect(readers).toContain("read-it/serves: 'true'")
  expect(ofEach).toContain('  name: {{ $root.Release.Name }}-{{ $name }}\n')
  expect(ofEach).not.toContain('read-it/serves')
  const [example = ''] = /(?:^# {3}.*\n)+/m.exec(text('ops/helm/read-it/values.yaml')) ?? []
  const processes = parse(example.replaceAll(/^# {3}/gm, '')) as Record<
    string,
    { serves: boolean; settings: Record<string, string | boolean> }
  >
  const configs = Object.entries(processes).map(([name, { serves, settings: given }]) => {
    const config = readConfig(Object.fromEntries(Object.entries(given).map(([setting, value]) => [setting, String(value)])))
    expect(serves, name).toBe(config.roles.has('web'))
    return config
  })
  expect(configs.flatMap(({ roles }) => [...roles]).sort()).toEqual(['draw', 'web', 'worker'])
  const [, asked = ''] = /^http:\/\/kiosk-(\w+)$/.exec(configs.find(({ drawUrl }) => drawUrl)!.drawUrl!) ?? []
  expect(processes[asked]?.settings.ROLES).toBe('draw')
})

test('chart and project have the same version', () => {
  const { version } = JSON.parse(text('package.json')) as { version: string }
  expect(parse(text('ops/helm/read-it/Chart.yaml'))).toMatchObject({ version, appVersion: version })
})
