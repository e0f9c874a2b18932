// Reads the e-mails that the servers of a walk have sent, in order.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { World } from './world.ts'

/** `at`: time of writing, milliseconds; `job`: orders e-mails of the same second; `text`: plain text on one line. */
export type SentMail = { at: number; job: number; to: string; subject: string; text: string }

type Mailbox = { known: Set<string>; mails: SentMail[] }
const mailboxes = new WeakMap<World, Mailbox>()

/** Returns all e-mails so far, oldest first; reads each file once. */
export async function sentMails(world: World): Promise<readonly SentMail[]> {
  const { known, mails } = mailboxes.get(world) ?? { known: new Set(), mails: [] }
  mailboxes.set(world, { known, mails })
  const folder = join(world.folder, 'data', 'mail')
  const names = await readdir(folder).catch((): string[] => [])
  const fresh = names.filter((name) => name.endsWith('.eml') && !name.startsWith('.') && !known.has(name))
  for (const name of fresh) {
    known.add(name)
    const { to, subject = '', text = '', date } = await PostalMime.parse(plainPart(await readFile(join(folder, name))))
    const job = Number(/^letter-(\d+)/.exec(name)?.[1] ?? 0)
    mails.push({ at: Date.parse(date!), job, to: to?.[0]?.address ?? '', subject, text: text.replace(/\s+/g, ' ') })
  }
  if (fresh.length > 0) mails.sort((a, b) => a.at - b.at || a.job - b.job)
  return mails
}

/** Returns header and plain text, which come first; HTML and attachments are much longer and not needed. */
function plainPart(source: Buffer): Buffer {
  const at = source.indexOf('Content-Type: text/html')
  return at === -1 ? source : source.subarray(0, at)
}

/** Returns the tokens of links to a page that were sent since a time, newest first. */
export async function mailedTokens(
  world: World,
  path: string,
  since: number,
): Promise<{ to: string; token: string; at: number }[]> {
  const mails = await sentMails(world)
  return mails.toReversed().flatMap(({ to, text, at }) => {
    const token = at >= since && new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]
    return token ? [{ to, token, at }] : []
  })
}
