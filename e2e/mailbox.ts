import { expect, test } from '@playwright/test'

type Mail = { subject: string; text: string }

/**
 * Returns the e-mails to an address, newest first, from the development mailbox. Calls it directly, because it does not answer
 * through a proxy.
 */
export async function mailsTo(address: string): Promise<Mail[]> {
  const url = new URL(`/dev/mail?to=${address}`, test.info().project.use.baseURL)
  return (await fetch(url, { headers: { accept: 'application/json' } })).json() as Promise<Mail[]>
}

/** Waits for an e-mail with a link to `path`. Returns the newest such link. */
export async function linkMailedTo(path: string, address: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      text = (await mailsTo(address)).find((each) => each.text.includes(path))?.text ?? ''
      return text
    })
    .toContain(path)
  return text.split(/\s/).find((word) => word.includes(path))!
}

/** The newest six-digit code that was mailed to an address; waits for the mail. */
export async function codeMailedTo(address: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      code = (await mailsTo(address)).map(({ text }) => /^(\d{3} \d{3})$/m.exec(text)?.[1]).find((each) => each !== undefined)
      return code
    })
    .toBeDefined()
  return code!
}
