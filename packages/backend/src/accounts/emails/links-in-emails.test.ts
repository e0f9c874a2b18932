import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { runWaitingJobs } from '../../jobs/testing/run-jobs.ts'
import { fakeBrowser } from '../../testing/browser.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { PASSWORD_OF_TESTS } from '../testing/accounts.ts'

const { connection, api } = await openTestApi()

/** Sends queued e-mails and returns the tokens of the links in new ones to an address. */
async function tokensMailedTo(email: string): Promise<string[]> {
  await runWaitingJobs(connection.url, api.ctx)
  const mails = api.mails.splice(0).filter(({ to }) => to === email)
  return mails.flatMap(({ text }) => [...text.matchAll(/[?&]token=([\w-]{43})/g)].map((match) => match[1]!))
}

test.each(languages)('follows the links in the e-mails from registration to a returning reader (%s)', async (language) => {
  const email = `wiederkehr-${language}@example.org`
  const browser = fakeBrowser(api)
  const login = (password: string) => browser.ask('websession/login', { language, form: { username: email, password } })
  await browser.ask('user/registration/newuser', { language, form: { email, password: PASSWORD_OF_TESTS, newsletter: 'true' } })
  const [proof, withNewsletter] = await tokensMailedTo(email)
  expect(withNewsletter).toBe(proof)
  expect((await login(PASSWORD_OF_TESTS)).status).toBe(202)
  const [again] = await tokensMailedTo(email)
  expect(again).not.toBe(proof)

  expect((await browser.ask(`user/registration/verification?token=${proof}`)).status).toBe(200)
  expect((await api.ask(`user/registration/verification?token=${again}`)).status).toBe(409)
  expect((await login(PASSWORD_OF_TESTS)).status).toBe(200)

  await api.ask('websession/passwordRecovery', { language, form: { email } })
  const [recovery = ''] = await tokensMailedTo(email)
  const form = { token: recovery, newPassword: 'Neu-am-Morgen' }
  expect((await browser.ask('websession/newPassword', { form })).status).toBe(200)
  expect((await login(PASSWORD_OF_TESTS)).status).toBe(401)
  expect((await login('Neu-am-Morgen')).status).toBe(200)
  expect(await tokensMailedTo(email)).toEqual([])
})

test('sends no e-mail when a taken address is registered', async () => {
  const form = { email: 'besetzt@example.org', password: PASSWORD_OF_TESTS }
  await api.ask('user/registration/newuser', { form })
  const [proof] = await tokensMailedTo(form.email)
  expect((await api.ask('user/registration/newuser', { form })).status).toBe(200)
  await tokensMailedTo(form.email)
  await api.ask(`user/registration/verification?token=${proof}`)
  expect((await api.ask('user/registration/newuser', { form })).status).toBe(409)
  expect(await tokensMailedTo(form.email)).toEqual([])
})
