import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CdnVariables } from '../adapters/cdn/settings.ts'
import { IdentityVariables } from '../adapters/oidc/settings.ts'
import { PaymentVariables } from '../adapters/payments/settings.ts'
import { FileVariables, PublicFileVariables } from '../adapters/storage/settings.ts'
import { DEVELOPMENT_TOKEN } from '../config-checks.ts'
import { type About, headerIn, listIn } from '../setting.ts'

// Every setting with its values, its default and its description; docs/settings.md is generated from them (ADR-0307).

/** Folder of the project, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const isAddressRange = (text: string) => AddressRange.safeParse(text).success

/** Default of `DRAIN_SECONDS` outside development: two checks of a load balancer that checks every two seconds. */
export const DRAIN_SECONDS = 5

/** Rates of e-mails apart from newsletters, which have their own rate. */
export type EmailRates = {
  /** Concurrent e-mails of one server for which somebody may be waiting. */
  atOnce: number
  /** Concurrent e-mails of one server to many readers. */
  bulkAtOnce: number
  /** E-mails to many readers of all servers together; null = no limit. */
  bulkPerMinute: number | null
}
export const DEFAULT_EMAIL_RATES: EmailRates = { atOnce: 6, bulkAtOnce: 6, bulkPerMinute: null }

/** What a server does: answers requests, runs jobs, renders pages for others. */
const ROLES = ['web', 'worker', 'draw'] as const
export type Role = (typeof ROLES)[number]

export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).meta(about('port to listen on')),
  HOST: z.string().default('127.0.0.1').meta(about('address to listen on')),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta(about('base of absolute URLs; production needs https', { shownDefault: '`http://localhost:PORT`' })),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .meta(
      about(
        'further host names to accept, separated by commas (`www.kiosk.example`, or the name that a proxy or `API_URL` uses). The host of `PUBLIC_URL` is always accepted, loopback names from the same machine only. Any other `Host` gets 421; health checks and `/metrics` accept all',
      ),
    ),
  DATA_DIR: z
    .string()
    .default(`${root}data`)
    .meta(
      about('everything that is stored: embedded database, covers, pages, and e-mails in development', {
        shownDefault: '`./data`',
      }),
    ),
  DISK_NAME: z
    .string()
    .max(100)
    .optional()
    .meta(
      about(
        'what the alarm about little disk space calls the disk of `DATA_DIR`. The chart for Kubernetes sets it, because a replaced pod has another name',
        { shownDefault: 'machine and folder' },
      ),
    ),
  ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform(listIn)
    .pipe(z.array(z.enum(ROLES)).min(1))
    .meta(
      about(
        'what this server does: `web` answers requests, `worker` runs jobs (e-mails, billing, uploads), `draw` renders page images; see [Roles](operating.md#roles)',
      ),
    ),
  DRAW_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta(
      about(
        'for a server with `web` and without `draw`: address of the servers that render page images, or of the load balancer in front of them',
      ),
    ),
  WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .meta(
      about(
        'processes that serve the port on this machine, one for each core; a process that ends is started again while the others go on ([ADR-0298](adr/0298-processes-behind-one-port.md))',
      ),
    ),
  DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .meta(
      about(
        'a PostgreSQL server (15 or newer, extensions `pg_trgm`, `unaccent` and `btree_gist`) instead of the embedded one; to keep personal data out of its log, set `log_error_verbosity = terse`, `log_min_error_statement = panic` and `log_parameter_max_length_on_error = 0`, as the embedded one does',
        { secret: true },
      ),
    ),
  DATABASE_DIRECT_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .meta(
      about(
        'the address of PostgreSQL itself if `DATABASE_URL` leads to a pooler that assigns connections by transaction, see [Poolers](operating.md#poolers)',
        { secret: true },
      ),
    ),
  DATABASE_READ_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .meta(
      about(
        'a streaming replica of the database, for the search and lists of the catalogue; the primary answers while it is away or behind, see [Replica](operating.md#replica)',
        { secret: true },
      ),
    ),
  DATABASE_PREPARE: z
    .stringbool()
    .optional()
    .meta(
      about(
        'prepares the statements that every request of a signed-in reader needs, which is several times faster; set it to `true` for a pooler that knows prepared statements (PgBouncer from 1.21 on with `max_prepared_statements` above 0)',
        { shownDefault: '`true`; with `DATABASE_DIRECT_URL` `false`' },
      ),
    ),
  API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta(about('calls the API over HTTP at this address instead of in process')),
  ALLOW_PLAIN_CONNECTIONS: z
    .stringbool()
    .default(false)
    .meta(
      about(
        'production rejects unencrypted connections to other machines (`DATABASE_URL`, `DATABASE_DIRECT_URL` and `DATABASE_READ_URL` without `sslmode`, `SMTP_URL`, `API_URL`, `DRAW_URL`, `CDN_PURGE_URLS`, `OTEL_EXPORTER_OTLP_ENDPOINT`); set it to `true` if a private network encrypts them',
      ),
    ),
  WEBAPP_URL: z.string().default('/reader').meta(about('target of the read buttons: `{webapp}/issues/{uid}?p=&a=`')),
  COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .optional()
    .meta(about("request header with the visitor's country, set by the CDN; without it, the IP address is looked up")),
  TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.0/8,::1/128')
    .refine((list) => listIn(list).every(isAddressRange), 'expected addresses or CIDR ranges, separated by commas')
    .meta(about('CIDR ranges whose `X-Forwarded-For` and country header are trusted')),
  API_TOKEN: z
    .string()
    .min(8)
    .default(DEVELOPMENT_TOKEN)
    .meta(about('web-app token that clients send in `X-Api-Token`; it is not a secret', { shownDefault: 'a development value' })),
  ENVIRONMENT: z
    .enum(['development', 'staging', 'production'])
    .optional()
    .meta(
      about('production rejects demonstration values and names missing settings at start', {
        shownDefault: '`development`; required if `PUBLIC_URL` is https or `HOST` is not this machine',
      }),
    ),
  DEV_SYSTEM: z.stringbool().default(false).meta(about('shows the environment label in production, too')),
  DEMO: z
    .stringbool()
    .optional()
    .meta(about('fills an empty database with the demonstration', { shownDefault: '`true` in development' })),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .meta(about('bearer token for `/metrics` (Prometheus) and the details of `/health`', { secret: true })),
  OPERATOR_FILE: z
    .string()
    .default(`${root}operator.json`)
    .meta(
      about(
        "the operator's own values (company, contacts, stores, links, launch offer, dunning …), validated at start; each is documented in `packages/domain/src/operator.ts`",
        { shownDefault: '`operator.json`' },
      ),
    ),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .meta(about('the least important lines of the log; those of commands begin with `warn`')),
  ACCESS_LOG: z
    .stringbool()
    .default(false)
    .meta(about('one line of the log for each request ([ADR-0296](adr/0296-access-log-and-traces.md))')),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta(
      about(
        'collector of OpenTelemetry that gets the spans of requests, calls, statements, providers and jobs, as JSON over HTTP: `http://collector:4318` ([ADR-0278](adr/0278-spans.md))',
      ),
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .refine((list) => listIn(list).every(headerIn), 'expected name=value, separated by commas, values percent-encoded')
    .meta(about('headers for the collector: `authorization=Bearer%20…`, separated by commas', { secret: true })),
  OTEL_SERVICE_NAME: z.string().min(1).default('read-it').meta(about('name of this service in traces')),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .meta(about('part of the traces that is recorded, from 0 to 1')),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta(
      about(
        'the SMTP server: `smtp://user:password@host:587?requireTLS=true` or `smtps://…`; `&name=mail.example.org` sets the EHLO name (default: host of `PUBLIC_URL`). Without it, development shows its e-mails at `/dev/mail`',
        { secret: true },
      ),
    ),
  EMAILS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(2)
    .max(50)
    .default(DEFAULT_EMAIL_RATES.atOnce)
    .meta(
      about(
        "e-mails that one server sends at the same time: those that somebody waits for, such as a registration's. They wait for no others ([ADR-0303](adr/0303-pace-of-e-mails.md))",
      ),
    ),
  BULK_EMAILS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(DEFAULT_EMAIL_RATES.bulkAtOnce)
    .meta(
      about(
        'the same for e-mails to many: nightly invoices, new issues, saved searches. Each of these slots sends about 20 e-mails a second if the mail server answers in 50 ms',
      ),
    ),
  BULK_EMAILS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .optional()
    .meta(
      about(
        'limit of e-mails to many for all servers together, below that of your mail provider; newsletters have their own (`newsletter.messagesPerMinute`)',
      ),
    ),
  REBUILD_CORE_PERCENT: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(20)
    .meta(
      about(
        'share of one core, in percent, with which each server reads text and articles of issues again that an earlier version has read; 0: only `kiosk issue rebuild` does so',
      ),
    ),
  NEUTRAL_ANSWERS: z
    .stringbool()
    .default(false)
    .meta(
      about(
        'registration, sign-in, recovery, unsubscribing and a change of the address give the same response, after the same time, for known and unknown e-mail addresses; the owner of an account gets an e-mail about a second registration',
      ),
    ),
  REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta(
      about(
        'read requests to the API per IPv4 address or IPv6 /64 network; writes, images and rendering time have their own limits ([ADR-0061](adr/0061-shared-page-variants.md)), which grow with this one',
        { shownDefault: '1200' },
      ),
    ),
  PAGE_PICTURES_MB: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta(
      about('megabytes for page images that are rendered on demand; the least recently used are deleted first', {
        shownDefault: '20480',
      }),
    ),
  TESSERACT: z
    .string()
    .regex(/^(off|[\w.-]+|\/.+)$/)
    .default('tesseract')
    .meta(
      about(
        'the program Tesseract, by name or path, with which a server with the role `worker` reads pages that have no text; `off`: it is not used even if it is installed. See [Scans](operating.md#scans)',
      ),
    ),
  LAYOUT_MODEL: z
    .string()
    .regex(/^(|\/.+)$/, 'must be an absolute path')
    .default('')
    .meta(
      about(
        'absolute path of a layout model (ONNX, as Docling’s heron or PP-DocLayout), which looks at the pages of issues that are imported or read again; needs the optional package `onnxruntime-node`; nothing is downloaded. See [Layout models](operating.md#layout-models)',
        { shownDefault: 'none' },
      ),
    ),
  FRAKTUR_TITLES: z
    .string()
    .default('')
    .transform(listIn)
    .meta(about('keys of titles that are printed in Fraktur, separated by commas, for reading their scans')),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .optional()
    .meta(
      about(
        'pause after SIGTERM in which the server still answers while `/readyz` is 503, so that a load balancer stops sending requests; a supervisor must wait at least 20 seconds longer before it kills ([ADR-0288](adr/0288-health-checks-and-stopping.md))',
        { shownDefault: `${DRAIN_SECONDS}; 0 in development` },
      ),
    ),
})

/** Settings of backups: a folder or a bucket, and who can read them. */
export const BackupEnvironment = z.object({
  BACKUP_DIR: z.string().optional().meta(about('folder of the backups of this newsstand, and of no other; on another machine')),
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform(listIn)
    .refine((keys) => keys.every((key) => /^age1[0-9a-z]+$/.test(key)), 'is a list of public keys: age1…')
    .meta(about('public keys (`age1…`), separated by commas: each of their private keys opens a backup')),
})

type FileVariable = keyof typeof FileVariables.shape
const fileEntries = Object.entries(FileVariables.shape) as [FileVariable, z.ZodOptional<z.ZodString>][]
/** The bucket of the backups, instead of a folder. */
const BackupBucketVariables = z.object(
  Object.fromEntries(
    fileEntries.map(([name, schema]) => [`BACKUP_${name}`, schema.meta({ ...schema.meta(), description: `as \`${name}\`` })]),
  ) as Record<`BACKUP_${FileVariable}`, z.ZodOptional<z.ZodString>>,
)

/** All settings, by the headings of docs/settings.md. */
export const settingGroups: readonly { heading: string; says: string; schema: z.ZodObject }[] = [
  { heading: 'Server', says: '', schema: Environment },
  {
    heading: 'Files in a bucket',
    says: 'With these settings, files are stored in a bucket instead of `DATA_DIR/files` ([ADR-0019](adr/0019-s3-storage.md)).',
    schema: PublicFileVariables,
  },
  {
    heading: 'CDN',
    says: 'A shared cache in front of the servers: they tell it what it may keep, and purge it after changes ([docs/cdn.md](cdn.md)).',
    schema: CdnVariables,
  },
  {
    heading: 'Payments',
    says: 'Set all settings of a provider together ([ADR-0012](adr/0012-payment-providers.md) describes the setup).',
    schema: PaymentVariables,
  },
  {
    heading: 'Signing in with other accounts',
    says: 'Set all settings of a provider together; providers that are not set are not offered to readers.',
    schema: IdentityVariables,
  },
  {
    heading: 'Backups',
    says: 'Backups are stored in a folder, or in a bucket with its keys ([backups](operating.md#backups)).',
    schema: BackupEnvironment,
  },
  { heading: 'Backups in a bucket', says: '', schema: BackupBucketVariables },
]

function about(description: string, more: Omit<About, 'description'> = {}): About {
  return { description, ...more }
}
