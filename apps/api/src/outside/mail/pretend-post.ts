import type { Mail, Post } from './post.ts'

/** A post office that keeps what it is given: for tests of everything but the sending itself. */
export function pretendPost(): Post & { mails: Mail[] } {
  const mails: Mail[] = []
  return {
    mails,
    async send(mail) {
      mails.push(mail)
    },
    async close() {},
  }
}
