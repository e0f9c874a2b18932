import { expect, type Page } from '@playwright/test'

/** The newest link to `path` that was mailed to an address, from the development mailbox; waits for the mail. */
export async function linkMailedTo(page: Page, path: string, address: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const mails = await page.request.get(`/dev/mail?to=${address}`, { headers: { accept: 'application/json' } })
      const texts = ((await mails.json()) as { text: string }[]).map((mail) => mail.text)
      text = texts.find((each) => each.includes(path)) ?? ''
      return text
    })
    .toContain(path)
  return text.split(/\s/).find((word) => word.includes(path))!
}
