import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { runWaitingJobs } from '../jobs/run-jobs.ts'
import { openTestApi } from '../testing/open-api.ts'
import { PASSWORD_OF_TESTS } from './build-account.ts'
import { testBrowser } from './test-browser.ts'

const { connection, api } = await openTestApi()

/** Tokens of the links in the mails that an address got since it was last asked. */
async function tokensMailedTo(email: string): Promise<string[]> {
  await runWaitingJobs(connection.url, api.house)
  const mails = api.mails.splice(0).filter(({ to }) => to === email)
  return mails.flatMap(({ text }) => [...text.matchAll(/[?&]token=([\w-]{43})/g)].map((match) => match[1]!))
}

test.each(languages)('from a stranger to a reader who comes back, through the mails alone (%s)', async (language) => {
  const email = `wiederkehr-${language}@example.org`
  const browser = testBrowser(api)
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

test('whoever registers with an address that is taken is answered without a mail', async () => {
  const form = { email: 'besetzt@example.org', password: PASSWORD_OF_TESTS }
  await api.ask('user/registration/newuser', { form })
  const [proof] = await tokensMailedTo(form.email)
  expect((await api.ask('user/registration/newuser', { form })).status).toBe(200)
  await tokensMailedTo(form.email)
  await api.ask(`user/registration/verification?token=${proof}`)
  expect((await api.ask('user/registration/newuser', { form })).status).toBe(409)
  expect(await tokensMailedTo(form.email)).toEqual([])
})
