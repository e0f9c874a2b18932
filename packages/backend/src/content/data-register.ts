import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const Text = z.strictObject({ de: z.string().min(1), en: z.string().min(1), fr: z.string().min(1) })
const Use = z.strictObject({
  basis: z.enum(['contract', 'consent', 'law', 'interest']),
  /** Retention in days, compared with the cleanup jobs; replaces `{days}` in the texts. */
  days: z.number().int().positive().optional(),
  recipients: z.array(z.enum(['hosting', 'mail', 'payments', 'identity', 'push', 'tax'])),
  purpose: Text,
  keep: Text,
})
const InBrowser = z.strictObject({
  use: z.string(),
  lifetime: z.string(),
  /** The visitor's action that requires storing it before consent; absent = stored only after consent. */
  before: z.string().optional(),
  text: Text,
})
const Table = z.strictObject({
  /** Column (or path) that references the account; null = none. */
  account: z.string().nullable(),
  /** Effect of erasing the account: rows are deleted, detached from the account, kept, or have no account and expire. */
  erasure: z.enum(['deleted', 'detached', 'kept', 'expires']),
  /** Personal columns by use. */
  uses: z.record(z.string(), z.array(z.string()).min(1)),
  technical: z.array(z.string()).default([]),
})
const Register = z.strictObject({
  bases: z.record(z.string(), Text),
  recipients: z.record(z.string(), Text),
  uses: z.record(z.string(), Use),
  logs: z.record(z.string(), z.string()),
  lifetimes: z.record(z.string(), Text),
  cookies: z.record(z.string(), InBrowser),
  storage: z.strictObject({
    localStorage: z.record(z.string(), InBrowser),
    sessionStorage: z.record(z.string(), InBrowser),
    indexedDB: z.record(z.string(), InBrowser),
    caches: z.record(z.string(), InBrowser),
    serviceWorker: z.record(z.string(), InBrowser),
  }),
  tables: z.record(z.string(), Table),
  impersonal: z.array(z.string()),
  /** Tables about the people who run the newsstand, and cookies of the desk; none is about a reader. */
  staff: z.strictObject({ tables: z.array(z.string()), cookies: z.array(z.string()) }),
})
type DataRegister = z.infer<typeof Register>

/**
 * Loads the register of personal data, `docs/data-register.yaml`.
 * @throws if it names an unknown use or lifetime
 */
export function loadDataRegister(): DataRegister {
  const register = Register.parse(parse(readFileSync(new URL('../../../../docs/data-register.yaml', import.meta.url), 'utf8')))
  const known = (kind: 'uses' | 'lifetimes', name: string, where: string) => {
    if (!Object.hasOwn(register[kind], name)) throw new Error(`data register: ${where} names ${kind} "${name}", which is missing`)
  }
  const inBrowser = [register.cookies, ...Object.values(register.storage)].flatMap((each) => Object.entries(each))
  for (const [name, { use, lifetime }] of inBrowser) {
    known('uses', use, name)
    known('lifetimes', lifetime, name)
  }
  for (const [name, use] of Object.entries(register.logs)) known('uses', use, name)
  for (const [name, { uses }] of Object.entries(register.tables)) for (const use of Object.keys(uses)) known('uses', use, name)
  return register
}
