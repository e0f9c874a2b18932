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
  attachments?: { name: string; type: 'application/pdf'; content: Buffer }[]
}

/** Who sends: what stands in From. */
export type Sender = { name: string; address: string }

/** The post office: `send` returns when the next office has taken the mail over. */
export type Post = {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** The receiving side refused for good: trying again is of no use. */
export class Undeliverable extends Error {
  /** Whether it is the address that is refused, and not this one mail. */
  readonly addressRefused: boolean

  constructor(message: string, addressRefused: boolean) {
    super(message)
    this.addressRefused = addressRefused
  }
}
