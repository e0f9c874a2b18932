import { z } from 'zod'
import { text } from '../../setting.ts'
import { fileSystem } from './file-system.ts'
import type { Files } from './port.ts'
import { machineRole, type platformVariables } from './role-keys.ts'
import { s3Files } from './s3.ts'
import type { BucketSettings } from './s3-bucket.ts'

/** Settings of the operator, as text. Without any of them, files are in `DATA_DIR/files`. */
export const FileVariables = z.object({
  S3_BUCKET_URL: text('`https://bucket.s3.eu-central-1.amazonaws.com` or `https://storage.example/bucket`'),
  S3_REGION: text('region of the bucket, with which requests are signed'),
  S3_ACCESS_KEY_ID: text('id of the key'),
  S3_SECRET_ACCESS_KEY: text('the key', { secret: true }),
  S3_SESSION_TOKEN: text('belongs to temporary keys; restart the server with each new one', { secret: true }),
  S3_ROLE: text(
    '`true` instead of keys: those of the role of this machine, which are renewed before they expire (instance profile of EC2, task role of ECS, pod identity or web identity of EKS; [ADR-0313](adr/0313-keys-of-a-role.md))',
  ),
})
export const PublicFileVariables = FileVariables.extend({
  S3_PUBLIC_URL: text(
    'address of the bucket for browsers: the reader gets images of pages from there, with addresses that are valid for a minute, instead of through a server; not with `CDN`',
  ),
})
export const publicFileVariables = PublicFileVariables.keyof().options
export const fileVariables = FileVariables.keyof().options
const keyVariables = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
type Options = Partial<Record<(typeof publicFileVariables)[number], string | undefined>>

/**
 * Returns the configured bucket; null = none.
 * @param platform variables with the source of a role's keys
 * @returns also `wrong`: messages for the operator
 */
export function bucketFrom(
  options: Options,
  production: boolean,
  platform: Partial<Record<(typeof platformVariables)[number], string | undefined>> = {},
): { bucket: BucketSettings | null; wrong: string[] } {
  const { S3_BUCKET_URL: url, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = options
  const { S3_SESSION_TOKEN: sessionToken, S3_PUBLIC_URL: publicUrl } = options
  // `false` means the same as nothing.
  const role = options.S3_ROLE === 'false' ? undefined : options.S3_ROLE
  if (!role && !publicFileVariables.some((name) => name !== 'S3_ROLE' && options[name])) return { bucket: null, wrong: [] }
  const refused = (...wrong: string[]) => ({ bucket: null, wrong })
  if (role && role !== 'true') return refused('S3_ROLE: set true or false')
  const needed = ['S3_BUCKET_URL', 'S3_REGION', ...(role ? [] : keyVariables)] as const
  const missing = needed.filter((name) => !options[name])
  if (missing.length > 0 || !url || !region)
    return refused(...missing.map((name) => `${name}: missing, although related settings are set`))
  const wrong = [
    wrongAddress('S3_BUCKET_URL', url, production),
    publicUrl ? wrongAddress('S3_PUBLIC_URL', publicUrl, production) : null,
  ].filter((each) => each !== null)
  if (wrong.length > 0) return refused(...wrong)
  const common = { url, region, ...(publicUrl && { publicUrl }) }
  if (!role) {
    const keys = { accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey! }
    return { bucket: { ...common, ...keys, ...(sessionToken && { sessionToken }) }, wrong: [] }
  }
  if (accessKeyId || secretAccessKey || sessionToken) return refused('S3_ROLE: set either this or keys')
  try {
    return { bucket: { ...common, role: machineRole(platform, region) }, wrong: [] }
  } catch (error) {
    return refused((error as Error).message)
  }
}

function wrongAddress(name: 'S3_BUCKET_URL' | 'S3_PUBLIC_URL', text: string, production: boolean): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    return `${name}: is the address of a bucket (https://bucket.s3.eu-central-1.amazonaws.com, https://storage.example/bucket)`
  // The address is part of the content security policies of pages.
  if (name === 'S3_PUBLIC_URL' && !/^[\w.:/[\]-]+$/.test(url.href))
    return `${name}: contains characters other than letters, digits, . - and _`
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return production && url.protocol === 'http:' && !here ? `${name}: needs https in production` : null
}

/** Returns the file storage of this instance. */
export function filesAt(bucket: BucketSettings | null, dataDir: string): Files {
  return bucket ? s3Files({ ...bucket, scratch: `${dataDir}/scratch` }) : fileSystem(`${dataDir}/files`)
}
