// A worker of a test, to be killed: a process of its own that dies by SIGKILL where DIES says, before or after it has
// handed a mail over. Says "ready" once it works.
import { open } from '../database/connect.ts'
import type { Post } from '../outside/mail/post.ts'
import { smtpPost } from '../outside/mail/smtp-post.ts'
import { testApi } from '../test-api.ts'
import { runJobs } from './run-jobs.ts'

const [databaseUrl, smtpUrl, dies] = process.argv.slice(2) as [string, string, 'before' | 'after' | 'never']
const post = smtpPost(smtpUrl, { name: 'read-it', address: 'kiosk@example.org' })
const mortal: Post = {
  ...post,
  async send(mail) {
    if (dies === 'before') process.kill(process.pid, 'SIGKILL')
    await post.send(mail)
    if (dies === 'after') process.kill(process.pid, 'SIGKILL')
  },
}
const { house } = await testApi(open(databaseUrl), { post: mortal })
await runJobs(databaseUrl, house)
process.send?.('ready')
