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
  /** Where it comes back to when it cannot be delivered; without it, to the sender. */
  returnPath?: string | undefined
  attachments?: { name: string; type: 'application/pdf'; content: Buffer }[]
}

/** Who sends: what stands in From. */
export type Sender = { name: string; address: string }

/** The post office: `send` returns when the next office has taken the mail over. */
export type Post = {
  /** `signal`: whoever waits goes away; the mail may have been taken all the same. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The whole mail was handed over, and nobody heard whether it was taken: another try may be a second copy. */
export class OutcomeUnknown extends Error {}

/** The receiving side refused for good: trying again is of no use. */
export class Undeliverable extends Error {
  /** Whether it is the address that is refused, and not this one mail. */
  readonly addressRefused: boolean

  constructor(message: string, addressRefused: boolean) {
    super(message)
    this.addressRefused = addressRefused
  }
}
