import { fileSystem } from './file-system.ts'
import type { Files } from './port.ts'
import { s3Files } from './s3.ts'
import type { BucketSettings } from './s3-bucket.ts'

/** What the operator may set, each of them a text or nothing; without them files lie in `DATA_DIR/files`. */
const needed = ['S3_BUCKET_URL', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
/** The token belongs to temporary keys. */
export const fileVariables = [...needed, 'S3_SESSION_TOKEN'] as const
type Options = Partial<Record<(typeof fileVariables)[number], string | undefined>>

/**
 * The bucket that is set up; null = none.
 * @returns also what is `wrong`, in the operator's words
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

/** The file storage of this instance. */
export function filesAt(bucket: BucketSettings | null, dataDir: string): Files {
  return bucket ? s3Files({ ...bucket, scratch: `${dataDir}/scratch` }) : fileSystem(`${dataDir}/files`)
}
