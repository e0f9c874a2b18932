import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import pMap from 'p-map'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Files } from './port.ts'
import { s3Files } from './s3.ts'
import type { BucketSettings } from './s3-bucket.ts'
import { bucketFrom, filesAt, fileVariables } from './settings.ts'
import { startS3Server } from './testing/s3-server.ts'
import { keepsFiles } from './testing/storage-contract.ts'

const HASTY = { tries: 4, pauseMs: 1, silenceMs: 150, totalMs: 10_000 }
const bytes = (text: string) => Buffer.from(text)

async function opened(options: Parameters<typeof startS3Server>[0] = {}) {
  const storage = await startS3Server(options)
  const scratch = await mkdtemp(join(tmpdir(), 'kiosk-scratch-'))
  return {
    storage,
    scratch,
    files: s3Files({ ...storage.settings, scratch }, { ...HASTY, silenceMs: 5_000 }),
    /** Opens the same bucket with other settings or timeouts. */
    otherwise: (settings: Partial<BucketSettings>, timeouts = HASTY) =>
      s3Files({ ...storage.settings, ...settings, scratch }, timeouts),
    async close() {
      await storage.close()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

describe('a bucket', () => {
  keepsFiles(opened)
})
describe('a bucket that lists three files at a time, over HTTP', () => {
  keepsFiles(() => opened({ keysInAList: 3, plainKeys: true }))
})

describe('a bucket while the clock of this machine is an hour slow', () => {
  keepsFiles(() => opened({ aheadMs: HOUR_MS }))
})
describe('a bucket while the clock of this machine is an hour fast', () => {
  keepsFiles(() => opened({ aheadMs: -HOUR_MS }))
})

describe('a bucket with temporary credentials', () => {
  keepsFiles(() => opened({ sessionToken: 'FwoGZXIvYXdzE/token+of=a test' }))
})

describe('addresses for browsers', () => {
  const answer = { type: 'image/webp', cacheControl: 'private, max-age=1800' }
  const name = 'issues/a b/1/pages/7-1240.webp'
  const opened = async (options: Parameters<typeof startS3Server>[0] = {}) => {
    const storage = await startS3Server(options)
    const files = s3Files({ ...storage.settings, publicUrl: storage.settings.url, scratch: tmpdir() }, HASTY)
    return { storage, files, addressOf: async (of = name) => (await files.publicAddress!(of, answer))?.address }
  }

  test.each([{}, { sessionToken: 'FwoGZXIvYXdzE/token+of=a test' }, { aheadMs: HOUR_MS }])(
    'open one file as %o',
    async (options) => {
      const { storage, files, addressOf } = await opened(options)
      try {
        await files.write(name, bytes('page'))
        await files.write('other', bytes('other'))
        const address = (await addressOf())!
        const response = await fetch(address)
        const { headers } = response
        expect([response.status, headers.get('content-type'), headers.get('cache-control'), await response.text()]).toEqual([
          200,
          'image/webp',
          'private, max-age=1800',
          'page',
        ])
        for (const wrong of [
          address.replace('issues/a%20b/1/pages/7-1240.webp', 'other'),
          address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
          address.replace('image%2Fwebp', 'text%2Fhtml'),
        ]) {
          expect(wrong).not.toBe(address)
          expect((await fetch(wrong)).status).toBe(403)
        }
        expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
        expect(await addressOf('never/written')).toBeUndefined()
        const asked = storage.requested.length
        for (const _ of Array(5)) expect(await addressOf()).toBeDefined()
        expect(storage.requested).toHaveLength(asked)
        await expect(addressOf('../other')).rejects.toThrow('outside the storage')
      } finally {
        await storage.close()
      }
    },
  )

  test.each([0, 5 * MINUTE_MS, -5 * MINUTE_MS])(
    'expire after a minute by the clock of the storage, %d ms ahead',
    async (aheadMs) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const { storage, files, addressOf } = await opened({ aheadMs })
      try {
        await files.write(name, bytes('page'))
        const address = (await addressOf())!
        const statusAfter = async (milliseconds: number) => {
          vi.advanceTimersByTime(milliseconds)
          return (await fetch(address)).status
        }
        expect([await statusAfter(0), await statusAfter(58_000), await statusAfter(2_000)]).toEqual([200, 200, 403])
      } finally {
        vi.useRealTimers()
        await storage.close()
      }
    },
  )

  test('fit addresses of buckets by path and by host, with a slash at the end or without', async () => {
    const { storage } = await opened()
    try {
      for (const [publicUrl, start] of [
        ['https://storage.example/kiosk/', 'https://storage.example/kiosk/issues/a%20b/'],
        ['https://storage.example/kiosk', 'https://storage.example/kiosk/issues/a%20b/'],
        ['https://kiosk.s3.example', 'https://kiosk.s3.example/issues/a%20b/'],
        ['https://kiosk.s3.example/', 'https://kiosk.s3.example/issues/a%20b/'],
      ] as const) {
        const files = s3Files({ ...storage.settings, publicUrl, scratch: tmpdir() })
        await files.write(name, bytes('page'))
        expect((await files.publicAddress!(name, answer))!.address.startsWith(start), publicUrl).toBe(true)
      }
    } finally {
      await storage.close()
    }
  })

  test('exist only with an address of the bucket for browsers', () => {
    const settings = { url: 'http://127.0.0.1:1/in', region: 'eu', accessKeyId: 'A', secretAccessKey: 'B', scratch: tmpdir() }
    expect(s3Files(settings).publicAddress).toBeUndefined()
  })
})

/** Returns the files below a folder of a bucket that has other files, too. */
function inFolder(folder: string, files: Files): Files {
  return {
    async *list(prefix) {
      for await (const each of files.list(`${folder}/${prefix}`)) yield { ...each, name: each.name.slice(folder.length + 1) }
    },
    read: (name) => files.read(`${folder}/${name}`),
    size: (name) => files.size(`${folder}/${name}`),
    write: (name, contents, options) => files.write(`${folder}/${name}`, contents, options),
    remove: (name) => files.remove(`${folder}/${name}`),
    path: (name) => files.path(`${folder}/${name}`),
  }
}

const given = bucketFrom(Object.fromEntries(fileVariables.map((name) => [name, process.env[`TEST_${name}`]])), false)
if (given.wrong.length > 0) throw new Error(given.wrong.map((each) => `TEST_${each}`).join('\n'))
const { bucket } = given
if (bucket)
  describe('the bucket of TEST_S3_BUCKET_URL', { timeout: 600_000 }, () => {
    const openFolder = async () => {
      const folder = `test-${randomBytes(6).toString('hex')}`
      const scratch = await mkdtemp(join(tmpdir(), 'kiosk-scratch-'))
      const files = s3Files({ ...bucket, scratch })
      return {
        files: inFolder(folder, files),
        async close() {
          await files.remove(`${folder}/`)
          await rm(scratch, { recursive: true, force: true })
        },
      }
    }
    keepsFiles(openFolder)

    test('removes a folder of more files than it lists at once', async () => {
      const { files, close } = await openFolder()
      const names = Array.from({ length: 1_050 }, (_, at) => `issues/a/1/pages/${at}.words.json`)
      await pMap(names, (name) => files.write(name, bytes(name)), { concurrency: 8 })
      await files.remove('issues/a/1/')
      expect(await pMap(names, (name) => files.size(name), { concurrency: 8 })).toEqual(names.map(() => null))
      await close()
    })

    test.each([
      [{ secretAccessKey: 'another' }, 'S3_SECRET_ACCESS_KEY'],
      [{ accessKeyId: 'AKIDNOBODY' }, 'S3_ACCESS_KEY_ID'],
    ])('names the setting to check for %o', async (settings, setting) => {
      const other = s3Files({ ...bucket, ...settings, scratch: tmpdir() })
      for (const work of [
        () => other.read('a'),
        () => other.size('a'),
        () => other.write('a', bytes('x')),
        () => other.remove('a/'),
      ])
        await expect(work()).rejects.toThrow(setting)
    })
  })

describe('a remote storage', () => {
  let all: Awaited<ReturnType<typeof opened>>
  let files: Files
  beforeEach(async () => {
    all = await opened()
    files = all.files
  })
  afterEach(() => all.close())

  test.each(['slow down', 'error', 'request timeout', 'cut the line', 'cut the answer'] as const)(
    'retries after "%s"',
    async (failure) => {
      const { storage } = all
      storage.fail(failure)
      await files.write('a/b.txt', bytes('contents'))
      storage.fail(failure, failure)
      expect((await files.read('a/b.txt'))?.toString()).toBe('contents')
      storage.fail(failure)
      await files.remove('a/')
      expect([...storage.objects.keys()]).toEqual([])
    },
  )

  test('that does not answer times out', async () => {
    const hasty = all.otherwise({})
    await hasty.write('a', bytes('x'))
    all.storage.fail('silence')
    expect((await hasty.read('a'))?.toString()).toBe('x')
  })

  test('that stops in the middle of a large file is asked again', async () => {
    const large = Buffer.alloc(4_000_000, 'x')
    await files.write('a', large)
    all.storage.fail('pause')
    const startedAt = Date.now()
    expect((await all.otherwise({}).read('a'))?.equals(large)).toBe(true)
    // At the minimum throughput, the whole file would take 20 seconds.
    expect(Date.now() - startedAt).toBeLessThan(10_000)
  })

  test('that answers slowly but steadily is waited for', async () => {
    const large = Buffer.alloc(800_000, 'x')
    await files.write('a', large)
    all.storage.fail('drip')
    expect((await all.otherwise({}, { ...HASTY, silenceMs: 1_000 }).read('a'))?.equals(large)).toBe(true)
    expect(all.storage.requested).toEqual(['PUT a', 'GET a'])
  })

  test('that hangs at every try times out in total, however many tries are left', async () => {
    const hasty = all.otherwise({}, { tries: 50, pauseMs: 1, silenceMs: 100, totalMs: 250 })
    all.storage.fail(...(Array(50).fill('silence') as 'silence'[]))
    const startedAt = Date.now()
    await expect(hasty.read('a')).rejects.toThrow(/failed [1-5] times at GET a: no answer in time/)
    expect(Date.now() - startedAt).toBeLessThan(3_000)
  })

  test('that keeps failing throws after a few tries, neither reporting a missing file nor exposing a secret', async () => {
    all.storage.fail(...(Array(4).fill('slow down') as 'slow down'[]))
    const failing = files.read('a')
    await expect(failing).rejects.toThrow('the file storage failed 4 times at GET a: 503 SlowDown')
    await all.storage.close()
    const gone = await all.files.read('a').catch((error: Error) => error.message)
    expect(gone).toContain(`ECONNREFUSED from ${new URL(all.storage.settings.url).host} (S3_BUCKET_URL)`)
    expect(gone).not.toMatch(/Signature|AKID|secret/)
  })

  test.each([
    [
      'a wrong secret',
      { secretAccessKey: 'another' },
      '403 SignatureDoesNotMatch; check S3_SECRET_ACCESS_KEY and S3_ACCESS_KEY_ID',
    ],
    ['an unknown key', { accessKeyId: 'AKIDNOBODY' }, '403 InvalidAccessKeyId; check S3_ACCESS_KEY_ID'],
    ['a foreign session token', { sessionToken: 'expired' }, '403 InvalidToken; check S3_SESSION_TOKEN'],
    ['another region', { region: 'us-east-1' }, '403 AuthorizationHeaderMalformed; check S3_REGION'],
  ])('that rejects %s causes an error with the reason, without a retry', async (_, settings, message) => {
    const other = all.otherwise(settings)
    for (const work of [
      () => other.read('a'),
      () => other.size('a'),
      () => other.write('a', bytes('x')),
      () => other.remove('a'),
      () => other.remove('a/'),
      () => other.path('a'),
    ])
      await expect(work()).rejects.toThrow(message)
    // `size` sends two requests, because a response to HEAD contains no reason.
    expect(all.storage.requested).toHaveLength(7)
    expect(all.storage.objects.size).toBe(0)
  })

  test('throws for a missing bucket instead of treating it as empty', async () => {
    const other = all.otherwise({ url: all.storage.settings.url.replace('kiosk-files', 'elsewhere') })
    for (const work of [() => other.read('a'), () => other.size('a'), () => other.path('a'), () => other.remove('a/')])
      await expect(work()).rejects.toThrow('404 NoSuchBucket; check S3_BUCKET_URL')
  })

  test('whose address belongs to a web server throws instead of treating every file as missing', async () => {
    await files.write('a/b', bytes('x'))
    all.storage.fail('web page')
    await expect(files.read('a/b')).rejects.toThrow('404; check S3_BUCKET_URL')
    all.storage.fail('web page')
    await expect(files.remove('a/')).rejects.toThrow('check S3_BUCKET_URL')
    expect([...all.storage.objects.keys()]).toEqual(['a/b'])
  })

  test('fills a real file while the object arrives, and how long that takes does not shorten addresses for browsers', async () => {
    const patient = { ...HASTY, silenceMs: 5_000 }
    const files = all.otherwise({ publicUrl: all.storage.settings.url }, patient)
    const addressOf = async () => (await files.publicAddress!('a.pdf', { type: 'x/y', cacheControl: 'private' }))!.address
    await files.write('a.pdf', Buffer.alloc(2_000_000, 'x'))
    // From now on its size is known, so that the next address needs no request, which would show the time of the storage again.
    await addressOf()
    all.storage.fail('pause')
    const path = files.path('a.pdf')
    await vi.waitFor(async () => {
      const [half = ''] = (await readdir(all.scratch)).filter((name) => name.endsWith('.half'))
      expect((await stat(join(all.scratch, half))).size).toBeGreaterThan(900_000)
    }, 10_000)
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS)
    try {
      all.storage.resume()
      expect((await stat(await path)).size).toBe(2_000_000)
      expect((await fetch(await addressOf())).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
    expect((await readdir(all.scratch)).filter((name) => name.endsWith('.half'))).toEqual([])
  })

  test('passes on an error of the local disk without asking again', async () => {
    const name = `a.${'x'.repeat(300)}`
    await files.write(name, bytes('x'))
    await expect(files.path(name)).rejects.toThrow('ENAMETOOLONG')
    expect(all.storage.requested).toEqual([`PUT ${name}`, `GET ${name}`])
  })

  test('downloads a file once and then revalidates it; a missing required file throws', async () => {
    await files.write('issues/a/1/source.pdf', bytes('%PDF-1'))
    const path = await files.path('issues/a/1/source.pdf')
    await files.path('issues/a/1/source.pdf')
    expect(await readFile(path, 'utf8')).toBe('%PDF-1')
    expect((await readdir(all.scratch)).filter((name) => name.endsWith('.half'))).toEqual([])
    await rm(all.scratch, { recursive: true })
    expect(await readFile(await files.path('issues/a/1/source.pdf'), 'utf8')).toBe('%PDF-1')
    await expect(files.path('issues/a/1/none.pdf')).rejects.toThrow('404 NoSuchKey')
  })
})

describe('the storage settings', () => {
  const whole = {
    S3_BUCKET_URL: 'https://kiosk.s3.eu-central-1.amazonaws.com',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'AKID',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  test('use the data folder by default and the bucket when all are set', async () => {
    expect(bucketFrom({}, true)).toEqual({ bucket: null, wrong: [] })
    expect(bucketFrom(whole, true)).toMatchObject({ bucket: { region: 'eu-central-1' }, wrong: [] })
    expect(bucketFrom({ ...whole, S3_SESSION_TOKEN: 'token' }, true).bucket).toMatchObject({ sessionToken: 'token' })
    expect(bucketFrom(whole, true).bucket).not.toHaveProperty('sessionToken')
    expect(await filesAt(null, '/data').path('a/b.pdf')).toBe('/data/files/a/b.pdf')
  })
  test.each([
    ['a session token alone', { S3_SESSION_TOKEN: 'token' }, 'S3_BUCKET_URL: missing, although related settings are set'],
    ['half of them', { ...whole, S3_REGION: undefined }, 'S3_REGION: missing, although related settings are set'],
    ['no address', { ...whole, S3_BUCKET_URL: 'kiosk-files' }, 'S3_BUCKET_URL: is the address of a bucket'],
    [
      'an address with a secret in it',
      { ...whole, S3_BUCKET_URL: 'https://a:b@storage.example/kiosk' },
      'S3_BUCKET_URL: is the address',
    ],
    [
      'an open line in production',
      { ...whole, S3_BUCKET_URL: 'http://storage.example/kiosk' },
      'S3_BUCKET_URL: needs https in production',
    ],
    [
      'an open line for readers in production',
      { ...whole, S3_PUBLIC_URL: 'http://storage.example/kiosk' },
      'S3_PUBLIC_URL: needs https in production',
    ],
    [
      'an address for readers that does not fit into a policy',
      { ...whole, S3_PUBLIC_URL: 'https://storage.example/kiosk;x' },
      'S3_PUBLIC_URL: contains characters other than letters, digits, . - and _',
    ],
    [
      'an address for readers alone',
      { S3_PUBLIC_URL: 'https://storage.example/kiosk' },
      'S3_BUCKET_URL: missing, although related settings are set',
    ],
  ])('%s are rejected with a message', (_, options, message) => {
    const { bucket, wrong } = bucketFrom(options, true)
    expect(bucket).toBeNull()
    expect(wrong[0]).toContain(message)
  })
})
