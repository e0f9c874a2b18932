// The keys of a machine's role, which its platform hands out for some hours (ADR-0313).
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { z } from 'zod'
import { limitedFetch } from '../limited-fetch.ts'
import { textsByPath } from './s3-xml.ts'

/** Keys of a bucket. `sessionToken` belongs to temporary ones: sent with every request, and signed. */
export type Keys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

/**
 * Who hands out the keys: the metadata service of EC2, an address that ECS or EKS gives to the container, or the Security Token
 * Service for the token of a web identity, which EKS and others put into a file. Plain data, because processes pass it on.
 */
export type MachineRole =
  | { kind: 'instance'; url: string }
  | { kind: 'container'; url: string; token?: string | undefined; tokenFile?: string | undefined }
  | { kind: 'web-identity'; url: string; tokenFile: string; roleArn: string; sessionName: string }

/** Variables that platforms set. */
export const platformVariables = [
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_ROLE_ARN',
  'AWS_ROLE_SESSION_NAME',
  'AWS_ENDPOINT_URL_STS',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
  'AWS_EC2_METADATA_SERVICE_ENDPOINT',
] as const
type Platform = Partial<Record<(typeof platformVariables)[number], string | undefined>>

const CONTAINERS = 'http://169.254.170.2'
const INSTANCES = 'http://169.254.169.254'
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
/** Addresses from which ECS and EKS hand out the keys of containers. */
const OF_CONTAINERS = /^(169\.254\.170\.(2|23)|\[fd00:ec2::23\])$/
/** Addresses that no router forwards. Also [fd00:ec2::254] of EC2's metadata service, which does not leave its machine either. */
const LINK_LOCAL = /^(169\.254(\.\d+){2}|\[fe[89ab][\da-f]:.*\]|\[fd00:ec2::254\])$/

/** Keys are renewed this long before they expire, and never more often than this, however short their validity. */
const RENEW_BEFORE_MS = 10 * MINUTE_MS
const RENEW_AGAIN_AFTER_MS = MINUTE_MS
/** With less time left, a request waits for new keys. */
const WAIT_BEFORE_MS = MINUTE_MS
const ANSWER_MS = 3 * SECOND_MS
const TRIES = 3
const PAUSE_MS = 200
/** Time for which the metadata service of EC2 accepts a token. */
const METADATA_TOKEN_SECONDS = 60

/**
 * Returns who hands out the keys on this machine, by the variables of its platform.
 * @param region of the Security Token Service
 * @throws Error that names a wrong variable
 */
export function machineRole(platform: Platform, region: string): MachineRole {
  const tokenFile = platform.AWS_WEB_IDENTITY_TOKEN_FILE
  const roleArn = platform.AWS_ROLE_ARN
  if (tokenFile) {
    if (!roleArn) throw new Error('AWS_ROLE_ARN: missing, although AWS_WEB_IDENTITY_TOKEN_FILE is set')
    const ofRegion = `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
    const url = addressIn(platform, 'AWS_ENDPOINT_URL_STS', [LOOPBACK])?.replace(/\/+$/, '') ?? ofRegion
    return { kind: 'web-identity', url, tokenFile, roleArn, sessionName: platform.AWS_ROLE_SESSION_NAME ?? 'read-it' }
  }
  const address =
    addressIn(platform, 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', [OF_CONTAINERS], CONTAINERS) ??
    addressIn(platform, 'AWS_CONTAINER_CREDENTIALS_FULL_URI', [LOOPBACK, OF_CONTAINERS])
  if (address) {
    const { AWS_CONTAINER_AUTHORIZATION_TOKEN: token, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file } = platform
    return { kind: 'container', url: address, token, tokenFile: file }
  }
  const ofInstance = addressIn(platform, 'AWS_EC2_METADATA_SERVICE_ENDPOINT', [LOOPBACK, LINK_LOCAL])
  return { kind: 'instance', url: (ofInstance ?? INSTANCES).replace(/\/+$/, '') }
}

/**
 * Returns the address in a variable, to which a token is sent or from which keys come; undefined = not set.
 * @param open hosts that need no TLS
 * @param origin what a path in the variable belongs to
 * @throws Error that names the variable
 */
function addressIn(platform: Platform, name: keyof Platform, open: RegExp[], origin = ''): string | undefined {
  if (!platform[name]) return undefined
  const address = origin + platform[name]
  const { protocol, hostname = '', username, password } = URL.parse(address) ?? {}
  const isSafe = protocol === 'https:' || (protocol === 'http:' && open.some((hosts) => hosts.test(hostname)))
  if (!isSafe || username || password) throw new Error(`${name}: needs https, or the address of a service on this machine`)
  return address
}

/** `expiresAt`: milliseconds since 1970. */
type TemporaryKeys = Keys & { sessionToken: string; expiresAt: number }

/**
 * Loads the keys of a role when they are needed, and new ones before these expire. `reject`: the storage has refused these keys,
 * and the next request gets others.
 */
export function roleKeys(role: MachineRole): { current(): Promise<TemporaryKeys>; reject(keys: Keys): void } {
  let known: TemporaryKeys | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<TemporaryKeys> | undefined

  function load(): Promise<TemporaryKeys> {
    if (!loading) loadedAt = performance.now()
    loading ??= repeated(() => loaders[role.kind](role as never))
      .then((keys) => {
        known = keys
        return keys
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  return {
    async current() {
      if (!known) return await load()
      const leftMs = known.expiresAt - Date.now()
      const isRecent = performance.now() - loadedAt < RENEW_AGAIN_AFTER_MS
      if (leftMs < RENEW_BEFORE_MS && (!isRecent || loading)) {
        const renewed = load()
        // The renewal is tried again before a request has to wait.
        renewed.catch(() => {})
        if (leftMs < WAIT_BEFORE_MS) return await renewed
      }
      return known
    },
    reject({ accessKeyId, sessionToken }) {
      if (known?.accessKeyId === accessKeyId && known.sessionToken === sessionToken) known = undefined
    },
  }
}

const loaders: { [Kind in MachineRole['kind']]: (role: Extract<MachineRole, { kind: Kind }>) => Promise<TemporaryKeys> } = {
  async instance({ url }) {
    const ttl = { 'x-aws-ec2-metadata-token-ttl-seconds': String(METADATA_TOKEN_SECONDS) }
    const token = await answerOf(`${url}/latest/api/token`, { method: 'PUT', headers: ttl })
    const headers = { 'x-aws-ec2-metadata-token': token }
    const path = `${url}/latest/meta-data/iam/security-credentials/`
    const [name = ''] = (await answerOf(path, { headers })).trim().split('\n')
    return keysIn(await answerOf(path + encodeURIComponent(name), { headers }))
  },
  async container({ url, token, tokenFile }) {
    // The file is replaced from time to time.
    const authorization = tokenFile ? (await readFile(tokenFile, 'utf8')).trim() : token
    return keysIn(await answerOf(url, { headers: authorization ? { authorization } : {} }))
  },
  async 'web-identity'({ url, tokenFile, roleArn, sessionName }) {
    const body = new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
    })
    const texts = textsByPath(await answerOf(url, { method: 'POST', body }))
    const path = 'AssumeRoleWithWebIdentityResponse/AssumeRoleWithWebIdentityResult/Credentials/'
    const one = (name: string) => texts.get(path + name)?.[0]
    const keys = ['AccessKeyId', 'SecretAccessKey', 'Expiration'].map((name) => [name, one(name)])
    return temporary(Object.fromEntries([...keys, ['Token', one('SessionToken')]]))
  },
}

const Handed = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
  Expiration: z.iso.datetime({ offset: true }),
})

/** @throws Error that shows nothing of the answer, because it has secrets */
function keysIn(json: string): TemporaryKeys {
  let handed: unknown
  try {
    handed = JSON.parse(json)
  } catch {
    throw new Error('the answer is not JSON')
  }
  return temporary(handed)
}

function temporary(handed: unknown): TemporaryKeys {
  const { success, data } = Handed.safeParse(handed)
  if (!success) throw new Error('the answer has no keys')
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = data
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token, expiresAt: Date.parse(Expiration) }
}

const call = limitedFetch()

async function answerOf(url: string, init: RequestInit): Promise<string> {
  const response = await call(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} from ${new URL(url).host}`)
  return text
}

async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES) throw error
      await pause(PAUSE_MS * 2 ** tries * Math.random())
    }
  }
}
