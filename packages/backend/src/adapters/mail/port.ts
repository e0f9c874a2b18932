/** One outgoing e-mail. The caller validates addresses and headers. */
export type Mail = {
  to: string
  /** The same for every attempt of one job, so that mail clients show the e-mail once. */
  messageId: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  replyTo?: string
  /** Bounce address; the sender if missing. */
  returnPath?: string | undefined
  attachments?: { name: string; type: 'application/pdf'; content: Buffer }[]
}

/** The sender in the From header. */
export type Sender = { name: string; address: string }

/** Sends e-mails: `send` resolves when the mail server has accepted the e-mail. */
export type Mailer = {
  /** `signal`: the caller stops waiting; the e-mail may still have been accepted. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The e-mail was transmitted completely but not confirmed: another try may send a second copy. */
export class OutcomeUnknown extends Error {}

/** The receiving server rejected it permanently: do not retry. */
export class Undeliverable extends Error {
  /** Whether the address is rejected, rather than this one e-mail. */
  readonly addressRejected: boolean

  constructor(message: string, addressRejected: boolean) {
    super(message)
    this.addressRejected = addressRejected
  }
}
