import { z } from 'zod'
import { text } from '../../setting.ts'
import { fileSystem } from './file-system.ts'
import type { Files } from './port.ts'
import { s3Files } from './s3.ts'
import type { BucketSettings } from './s3-bucket.ts'

/** Settings of the operator, as text. Without any of them, files are in `DATA_DIR/files`. */
export const FileVariables = z.object({
  S3_BUCKET_URL: text('`https://bucket.s3.eu-central-1.amazonaws.com` or `https://storage.example/bucket`'),
  S3_REGION: text('region of the bucket, with which requests are signed'),
  S3_ACCESS_KEY_ID: text('id of the key'),
  S3_SECRET_ACCESS_KEY: text('the key', { secret: true }),
  S3_SESSION_TOKEN: text('belongs to temporary keys; restart the server with each new one', { secret: true }),
})
export const fileVariables = FileVariables.keyof().options
/** The session token belongs to temporary credentials. */
const needed = fileVariables.filter((name) => name !== 'S3_SESSION_TOKEN')
type Options = Partial<Record<(typeof fileVariables)[number], string | undefined>>

/**
 * Returns the configured bucket; null = none.
 * @returns also `wrong`: messages for the operator
 */
export function bucketFrom(options: Options, production: boolean): { bucket: BucketSettings | null; wrong: string[] } {
  const { S3_BUCKET_URL: url, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = options
  const { S3_SESSION_TOKEN: sessionToken } = options
  if (!fileVariables.some((name) => options[name])) return { bucket: null, wrong: [] }
  if (!url || !region || !accessKeyId || !secretAccessKey)
    return {
      bucket: null,
      wrong: needed.filter((name) => !options[name]).map((name) => `${name}: is missing, its neighbours are set`),
    }
  const wrong = wrongAddress(url, production)
  if (wrong) return { bucket: null, wrong: [wrong] }
  return { bucket: { url, region, accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }, wrong: [] }
}

function wrongAddress(text: string, production: boolean): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    return 'S3_BUCKET_URL: is the address of a bucket (https://bucket.s3.eu-central-1.amazonaws.com, https://storage.example/bucket)'
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return production && url.protocol === 'http:' && !here ? 'S3_BUCKET_URL: needs https in production' : null
}

/** Returns the file storage of this instance. */
export function filesAt(bucket: BucketSettings | null, dataDir: string): Files {
  return bucket ? s3Files({ ...bucket, scratch: `${dataDir}/scratch` }) : fileSystem(`${dataDir}/files`)
}
