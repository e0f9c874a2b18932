import { fileSystem } from './file-system.ts'
import type { Files } from './port.ts'
import { s3Files } from './s3.ts'
import type { BucketSettings } from './s3-bucket.ts'

/** Settings of the operator, as text. Without any of them, files are in `DATA_DIR/files`. */
const needed = ['S3_BUCKET_URL', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
/** The session token belongs to temporary credentials. */
export const fileVariables = [...needed, 'S3_SESSION_TOKEN'] as const
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
