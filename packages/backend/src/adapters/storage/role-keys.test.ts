import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { roleKeys } from './role-keys.ts'
import { s3Files } from './s3.ts'
import { bucketFrom } from './settings.ts'
import { StorageError } from './storage-error.ts'
import { CONTAINER_TOKEN, type HandedKeys, IDENTITY_TOKEN, ROLE_ARN, startRoleServer } from './testing/role-server.ts'
import { startS3Server } from './testing/s3-server.ts'

const SECRET = 'secret/of+a=test'
let role: Awaited<ReturnType<typeof startRoleServer>>
let storage: Awaited<ReturnType<typeof startS3Server>>
let folder: string
let expiresAt: Date

/** Keys that the storage of the tests accepts with the given token. */
const keys = (sessionToken: string): HandedKeys => ({
  accessKeyId: 'AKIDOFATEST',
  secretAccessKey: SECRET,
  sessionToken,
  expiresAt,
})

beforeEach(async () => {
  expiresAt = new Date(Date.now() + HOUR_MS)
  role = await startRoleServer(keys('first'))
  storage = await startS3Server({ sessionToken: 'first' })
  folder = await mkdtemp(join(tmpdir(), 'kiosk-role-'))
  await writeFile(join(folder, 'identity'), `${IDENTITY_TOKEN}\n`)
  await writeFile(join(folder, 'container'), `${CONTAINER_TOKEN}\n`)
})
afterEach(async () => {
  vi.useRealTimers()
  await role.close()
  await storage.close()
  await rm(folder, { recursive: true, force: true })
})

type Platform = NonNullable<Parameters<typeof bucketFrom>[2]>
const instance = (): Platform => ({ AWS_EC2_METADATA_SERVICE_ENDPOINT: `${role.origin}/` })
const platforms: [string, () => Platform][] = [
  ['an instance of EC2', instance],
  [
    'a task of ECS',
    () => ({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${role.origin}/container`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: CONTAINER_TOKEN,
    }),
  ],
  [
    'a pod of EKS with an identity',
    () => ({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${role.origin}/container`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: join(folder, 'container'),
    }),
  ],
  [
    'a web identity',
    () => ({
      AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'identity'),
      AWS_ROLE_ARN: ROLE_ARN,
      AWS_ENDPOINT_URL_STS: `${role.origin}/sts/`,
    }),
  ],
]

const settings = () => ({ S3_BUCKET_URL: storage.settings.url, S3_REGION: storage.settings.region, S3_ROLE: 'true' })

function filesOf(platform: Platform) {
  const { bucket, wrong } = bucketFrom(settings(), true, platform)
  expect(wrong).toEqual([])
  // As another process receives it.
  return s3Files({ ...structuredClone(bucket!), scratch: folder }, { tries: 4, pauseMs: 1, silenceMs: 5_000, totalMs: 10_000 })
}

function roleOf(platform: Platform) {
  const { bucket } = bucketFrom(settings(), true, platform)
  if (!bucket || !('role' in bucket)) throw new Error('no role')
  return roleKeys(bucket.role)
}

test.each(platforms)('%s has keys, which are asked for once', async (_, platform) => {
  const files = filesOf(platform())
  await files.write('a.txt', Buffer.from('contents'))
  const asked = role.requested.length
  expect((await files.read('a.txt'))?.toString()).toBe('contents')
  expect(role.requested).toHaveLength(asked)
})

test('many requests at once ask once', async () => {
  const files = filesOf(instance())
  await Promise.all(Array.from({ length: 20 }, (_, at) => files.write(`${at}`, Buffer.from('x'))))
  expect(role.requested).toHaveLength(3)
})

test.each(platforms)('keys of %s that have expired are replaced once, and the request is sent again', async (_, platform) => {
  const files = filesOf(platform())
  await files.write('a', Buffer.from('x'))
  storage.replaceToken('second')
  role.hand(keys('second'))
  expect((await files.read('a'))?.toString()).toBe('x')
  // The platform keeps handing out keys that the storage does not accept.
  storage.replaceToken('third')
  const asked = storage.requested.length
  await expect(files.read('a')).rejects.toThrow(/ExpiredToken; check S3_SESSION_TOKEN or the role of this machine$/)
  expect(storage.requested).toHaveLength(asked + 2)
})

test('keys are renewed before they expire: first nobody waits for it, later requests do', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const { current } = roleOf(platforms[1]![1]())
  const token = async () => (await current()).sessionToken
  const later = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    expiresAt = new Date(Date.now() + HOUR_MS)
  }
  expect(await token()).toBe('first')
  later(49 * MINUTE_MS)
  role.hand(keys('second'))
  expect(await token()).toBe('first')
  expect(role.requested).toHaveLength(1)
  later(2 * MINUTE_MS)
  role.hand(keys('second'))
  expect(await token()).toBe('first')
  await expect.poll(token).toBe('second')
  expect(role.requested).toHaveLength(2)
  later(HOUR_MS - 30 * SECOND_MS)
  role.hand(keys('third'))
  expect(await token()).toBe('third')
})

test('addresses for browsers are signed with the token, and never for longer than the keys are valid', async () => {
  const bucketOf = () => bucketFrom({ ...settings(), S3_PUBLIC_URL: storage.settings.url }, true, instance()).bucket!
  const addressWith = async (validMs: number) => {
    expiresAt = new Date(Date.now() + validMs)
    role.hand(keys('first'))
    const files = s3Files({ ...bucketOf(), scratch: folder })
    await files.write('a', Buffer.from('page'))
    return (await files.publicAddress!('a', { type: 'image/webp', cacheControl: 'private' }))?.address
  }
  const address = (await addressWith(HOUR_MS))!
  expect(await (await fetch(address)).text()).toBe('page')
  expect((await fetch(address.replace(/X-Amz-Security-Token=[^&]*&/, ''))).status).toBe(403)
  expect(await addressWith(45 * SECOND_MS)).toBeUndefined()
})

test('keys that seem to have expired, by a wrong clock, are not asked for with each request', async () => {
  expiresAt = new Date(Date.now() - HOUR_MS)
  role.hand(keys('first'))
  const files = filesOf(instance())
  for (const name of ['a', 'b', 'c']) await files.write(name, Buffer.from('x'))
  expect(role.requested).toHaveLength(3)
})

describe('without keys', () => {
  test('a short failure of the platform is not noticed', async () => {
    role.fail(2)
    await filesOf(instance()).write('a', Buffer.from('x'))
    expect(storage.objects.size).toBe(1)
  })

  test('the error says what to check, and shows no secret', async () => {
    role.fail(1_000)
    const failed = await filesOf(instance())
      .read('a')
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(StorageError)
    expect((failed as Error).message).toMatch(/^the role of this machine has no keys .*: 500 from 127\.0\.0\.1.*; check S3_ROLE$/)
    role.fail(0)
    const [, , , [, identity]] = platforms as [unknown, unknown, unknown, [string, () => Platform]]
    const ofOther = await filesOf({ ...identity(), AWS_ROLE_ARN: 'arn:of:another' })
      .read('a')
      .catch((error: unknown) => error)
    expect((ofOther as Error).message).toContain('403 from')
    expect((ofOther as Error).message).not.toContain(IDENTITY_TOKEN)
  })
})

test('settings and platforms that do not fit are rejected with a message', () => {
  const wrong = (options: object, platform: Platform = {}) => bucketFrom({ ...settings(), ...options }, true, platform).wrong
  expect(wrong({ S3_ROLE: 'yes' })).toEqual(['S3_ROLE: set true or false'])
  expect(wrong({ S3_ACCESS_KEY_ID: 'AKID' })).toEqual(['S3_ROLE: set either this or keys'])
  expect(wrong({ S3_REGION: undefined })).toEqual(['S3_REGION: missing, although related settings are set'])
  expect(wrong({ S3_ROLE: 'false' })).toHaveLength(2)
  expect(bucketFrom({ S3_ROLE: 'false' }, true)).toEqual({ bucket: null, wrong: [] })
  expect(wrong({}, { AWS_WEB_IDENTITY_TOKEN_FILE: '/token' })[0]).toMatch(/^AWS_ROLE_ARN: missing/)
  for (const url of ['http://keys.example/', 'http://10.0.0.1/', 'keys'])
    expect(wrong({}, { AWS_CONTAINER_CREDENTIALS_FULL_URI: url })[0]).toMatch(/^AWS_CONTAINER_CREDENTIALS_FULL_URI: needs https/)
  expect(wrong({}, { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '.keys.example/' })[0]).toMatch(/_RELATIVE_URI: needs https/)
})

test('tokens and keys cross no network without TLS', () => {
  const identity = { AWS_WEB_IDENTITY_TOKEN_FILE: '/token', AWS_ROLE_ARN: ROLE_ARN }
  const wrong = (platform: Platform) => bucketFrom(settings(), true, platform).wrong
  const sts = (url: string) => wrong({ ...identity, AWS_ENDPOINT_URL_STS: url })
  const ec2 = (url: string) => wrong({ AWS_EC2_METADATA_SERVICE_ENDPOINT: url })
  for (const url of [
    'http://sts.example',
    'http://10.0.0.1/',
    'http://127.0.0.1.example',
    'http://127.0.0.1@keys.example',
    'sts',
  ]) {
    expect(sts(url), url).toEqual(['AWS_ENDPOINT_URL_STS: needs https, or the address of a service on this machine'])
    expect(ec2(url), url).toEqual(['AWS_EC2_METADATA_SERVICE_ENDPOINT: needs https, or the address of a service on this machine'])
  }
  expect(sts('http://169.254.169.254')).toHaveLength(1)
  for (const url of ['http://localhost:4566', 'http://127.0.0.1', 'https://sts.example'])
    expect([...sts(url), ...ec2(url)]).toEqual([])
  for (const url of ['http://169.254.169.254/', 'http://[fd00:ec2::254]', 'http://[fe80::1]:80'])
    expect(ec2(url), url).toEqual([])
})

test('each platform has its usual addresses', () => {
  const roleIn = (platform: Platform, region = 'eu-central-1') =>
    bucketFrom({ ...settings(), S3_REGION: region }, true, platform).bucket
  expect(roleIn({})).toMatchObject({ role: { kind: 'instance', url: 'http://169.254.169.254' } })
  expect(roleIn({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' })).toMatchObject({
    role: { kind: 'container', url: 'http://169.254.170.2/v2/credentials/1' },
  })
  expect(roleIn({ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://[fd00:ec2::23]/v1/credentials' })).toMatchObject({
    role: { kind: 'container' },
  })
  const identity = { AWS_WEB_IDENTITY_TOKEN_FILE: '/token', AWS_ROLE_ARN: ROLE_ARN }
  expect(roleIn(identity)).toMatchObject({ role: { url: 'https://sts.eu-central-1.amazonaws.com/', roleArn: ROLE_ARN } })
  expect(roleIn(identity, 'cn-north-1')).toMatchObject({ role: { url: 'https://sts.cn-north-1.amazonaws.com.cn/' } })
})
