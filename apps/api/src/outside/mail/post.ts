/** One mail as it goes out. Addresses and headers are checked by whoever writes it. */
export type Mail = {
  to: string
  /** The same for every try of one job: a mail program shows it once. */
  messageId: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  replyTo?: string
}

/** The post office: `send` returns when the next office has taken the mail over. */
export type Post = {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** The receiving side refused for good: the address does not exist. Trying again is of no use. */
export class Undeliverable extends Error {}
