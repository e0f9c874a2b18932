import type { Answered } from './s3-sender.ts'

/** A request that the storage rejected or that failed at every attempt; the message contains no key and no signature. */
export class StorageError extends Error {}

/** Settings that the operator should check, by error code of the storage. */
const CAUSES: Record<string, string> = {
  NoSuchBucket: 'S3_BUCKET_URL',
  PermanentRedirect: 'S3_BUCKET_URL and S3_REGION',
  AuthorizationHeaderMalformed: 'S3_REGION',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  // Some storages return this for an unknown key, too.
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY and S3_ACCESS_KEY_ID',
  InvalidToken: 'S3_SESSION_TOKEN or the role of this machine',
  ExpiredToken: 'S3_SESSION_TOKEN or the role of this machine',
  // Ceph with several authentication methods returns this for a wrong key or secret, too.
  AccessDenied: 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what this key may do (get, put, delete and list objects)',
  RequestTimeTooSkewed: "this machine's clock",
}

/** Creates the error for an unexpected response: what was rejected, why, and what to check. */
export function rejectedError({ status, code }: Answered, what: string, name: string): StorageError {
  // The address belongs to a server that does not speak S3, or the storage has another address.
  const elsewhere = (status >= 300 && status < 400) || (status === 404 && code === null)
  const cause = CAUSES[code ?? ''] ?? (elsewhere ? 'S3_BUCKET_URL' : null)
  const reason = code === null ? String(status) : `${status} ${code}`
  return new StorageError(`the file storage refused to ${what} ${name}: ${reason}${cause ? `; check ${cause}` : ''}`)
}

/** Returns why a request failed, for messages. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name)) return 'no answer in time'
  const { cause } = error as { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? (error as Error).message
}
