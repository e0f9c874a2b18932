import { expect, test } from '@playwright/test'

type Mail = { subject: string; text: string }

/** E-mails to an address, newest first, from the development mailbox; it does not answer through a proxy, so the test calls it directly. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const url = new URL(`/dev/mail?to=${address}`, test.info().project.use.baseURL)
  return (await fetch(url, { headers: { accept: 'application/json' } })).json() as Promise<Mail[]>
}

/** The newest link to `path` that was mailed to an address; waits for the mail. */
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
