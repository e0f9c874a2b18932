import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { waitingLetters } from '../../jobs/test-jobs.ts'
import { writeLetter } from '../../outside/mail/write-letter.ts'
import { settleAttempts } from '../settle-attempts.ts'
import { expectBooksToHold } from '../test-invariants.ts'
import { ActRefused } from './act-refused.ts'
import { endForLostDispute, renewAfterWonDispute } from './decide-dispute.ts'
import { describeContract } from './describe-contract.ts'
import { asked, everything, movements, openActs, pass, subscriber } from './test-acts.ts'

const DAY_MS = 86_400_000
const shop = await openActs()
const house = () => shop.api.house
const inDays = (days: number) => new Date(shop.now().getTime() + days * DAY_MS)
const contractOf = async (id: number) => (await describeContract(house(), id))!
/** Charges of a reader, the first one first. */
async function attemptsOf({ id }: { id: number }): Promise<string[]> {
  const found = await shop.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select('a.id')
    .where('i.account_id', '=', id)
    .orderBy('a.created_at')
    .execute()
  return found.map((each) => each.id)
}
const becomes = (attemptId: string, state: 'returned' | 'reinstated') =>
  settleAttempts(house(), [{ attemptId, outcome: shop.psp.becomes(attemptId, state) }])

/** Somebody who has paid twice, and whose first charge is disputed: what is paid runs on, and is not renewed. */
async function disputed(language = 'de') {
  const reader = await subscriber(shop, { language })
  await pass(shop, 30)
  const [first] = await attemptsOf(reader)
  await becomes(first!, 'returned')
  expect(await contractOf(reader.contract)).toMatchObject({ state: 'active', autoRenew: false, nextCharge: null })
  return { ...reader, first: first! }
}

test('a contract of which something else is paid is ended when its dispute is lost: nothing goes back, nothing is charged', async () => {
  const reader = await disputed()
  const act = asked(reader.contract)
  const done = await endForLostDispute(house(), act)
  expect(done.act.details).toMatchObject({ refund: 'none', papers: [] })
  const before = await everything(shop.db)
  expect(await endForLostDispute(house(), asked(reader.contract))).toMatchObject({ isNew: false, act: { id: act.actId } })
  expect(await everything(shop.db)).toBe(before)
  for (const days of [20, 30]) await pass(shop, days)
  expect(await movements(shop, reader)).toEqual([1999, 1999, -1999])
  expect((await contractOf(reader.contract)).state).toBe('ended')
  await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
})

test('a contract whose dispute was won is renewed again from the end of what is paid, once', async () => {
  const reader = await disputed()
  await expect(renewAfterWonDispute(house(), asked(reader.contract))).rejects.toThrow(new ActRefused('no-dispute-won'))
  await becomes(reader.first, 'reinstated')
  const act = asked(reader.contract)
  expect((await renewAfterWonDispute(house(), act)).act.details).toEqual({ endsAt: inDays(30).toISOString() })
  expect(await renewAfterWonDispute(house(), asked(reader.contract))).toMatchObject({ isNew: false, act: { id: act.actId } })
  await pass(shop, 30)
  expect(await movements(shop, reader)).toEqual([1999, 1999, -1999, 1999, 1999])
  await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
})

test('neither is done without a dispute, nor to what is over', async () => {
  const [plain, over] = [await subscriber(shop), await subscriber(shop)]
  await expect(endForLostDispute(house(), asked(plain.contract))).rejects.toThrow(new ActRefused('no-dispute'))
  await expect(renewAfterWonDispute(house(), asked(plain.contract))).rejects.toThrow(new ActRefused('no-dispute-won'))
  const [attempt] = await attemptsOf(over)
  await becomes(attempt!, 'returned')
  await expect(endForLostDispute(house(), asked(over.contract))).rejects.toThrow(new ActRefused('already-ended'))
  await pass(shop, 31)
  await becomes(attempt!, 'reinstated')
  await expect(renewAfterWonDispute(house(), asked(over.contract))).rejects.toThrow(new ActRefused('already-ended'))
  await expect(endForLostDispute(house(), asked(99_999))).rejects.toThrow(new ActRefused('unknown-contract'))
})

test.each(languages)('the e-mails in %s say what became of the subscription', async (language) => {
  const [lost, won] = [await disputed(language), await subscriber(shop, { language })]
  await endForLostDispute(house(), asked(lost.contract))
  const [attempt] = await attemptsOf(won)
  await becomes(attempt!, 'returned')
  await becomes(attempt!, 'reinstated')
  await renewAfterWonDispute(house(), asked(won.contract))
  const waiting = (await waitingLetters(shop.db)).filter(({ letter }) => letter === 'contract-act')
  const mails = await Promise.all(waiting.map((each) => writeLetter(each, house())))
  expect(mails).toHaveLength(2)
  for (const mail of mails) expect(`${mail!.subject} ${mail!.text}`).not.toMatch(/LETTER\.|undefined|Invalid|\{\w+\}/)
})
