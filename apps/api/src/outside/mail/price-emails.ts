import { moneyInWords } from '@kiosk/domain/money'
import type { House } from '../../house.ts'
import { contractNumber } from '../../payments/contract-number.ts'
import { noticeById, type PriceNotice } from '../../payments/price-notices.ts'
import { dateNotice } from '../../payments/tell-prices.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import type { Block } from './letter.ts'
import type { LetterJob } from './letters.ts'
import { day, moment, sceneOf, toContract, written } from './payment-letters.ts'
import type { Written } from './write-letter.ts'

type Scene = NonNullable<Awaited<ReturnType<typeof sceneOf>>>
type Dated = PriceNotice & { effective_at: Date }
type Told = Extract<LetterJob, { noticeId: number }>

/**
 * A new price ahead of time, with old and new price, the day, and what the reader may do; a lower one just so. The day is set
 * here: an e-mail that waited names a later one. Null where nobody is to be told any more.
 */
export async function priceChangeEmail(
  { accountId, noticeId }: Pick<Told, 'accountId' | 'noticeId'>,
  house: House,
): Promise<Written | null> {
  const notice = await dateNotice(house, noticeId)
  const scene = notice && (await sceneOf(accountId, notice.contract_id, house))
  if (!notice || !scene) return null
  return notice.rule === 'lower' ? cutEmail(scene, notice) : riseEmail(scene, notice, house)
}

function cutEmail(scene: Scene, notice: Dated): Written {
  const { paper } = scene
  const values = valuesOf(scene, notice)
  const blocks: Block[] = [
    { kind: 'paragraph', text: paper.say('price-cut.BODY', values) },
    factsOf(scene, values),
    { kind: 'paragraph', text: paper.say('price-cut.NOTHING_TO_DO') },
    toContract(paper),
  ]
  return written(scene, 'price-cut', values, blocks)
}

async function riseEmail(scene: Scene, notice: Dated, house: House): Promise<Written> {
  const { paper, account, contract } = scene
  const { say } = paper
  const values = valuesOf(scene, notice)
  const data = { noticeId: notice.id }
  const token = await issueToken(house.db, { purpose: 'price', accountId: account.id, data, now: house.now() })
  const address = paper.page('priceChange', { token })
  const isReduced = contract.reduced_left > 0 && contract.reduced_price !== null
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('price-rise.BODY', values) },
    factsOf(scene, values),
    ...(isReduced ? ([{ kind: 'paragraph', text: say('price-rise.REDUCED') }] as const) : []),
    ...(notice.rule === 'consent'
      ? ([
          { kind: 'paragraph', text: say('price-rise.CONSENT', values) },
          { kind: 'paragraph', text: say(notice.ends ? 'price-rise.ELSE_END' : 'price-rise.ELSE_KEEP', values) },
          { kind: 'button', label: say('price-rise.AGREE'), address },
        ] as const)
      : ([
          { kind: 'paragraph', text: say('price-rise.OBJECT', values) },
          { kind: 'button', label: say('price-rise.LEAVE'), address },
        ] as const)),
  ]
  return written(scene, 'price-rise', values, blocks)
}

/** What became of a new price: the reader agreed, or it does not come. */
export async function priceSettledEmail(
  { letter, accountId, noticeId }: Extract<Told, { letter: 'price-agreed' | 'price-stays' }>,
  house: House,
): Promise<Written | null> {
  const notice = await noticeById(house.db, noticeId)
  const scene = notice && (await sceneOf(accountId, notice.contract_id, house))
  if (!notice?.effective_at || !scene || scene.contract.state === 'ended') return null
  if (letter === 'price-agreed' && (notice.agreed_at === null || notice.stopped_at !== null)) return null
  const { paper } = scene
  const at = notice.agreed_at ? moment(paper.language, notice.agreed_at) : ''
  const values = { ...valuesOf(scene, { ...notice, effective_at: notice.effective_at }), at }
  const blocks: Block[] = [
    { kind: 'paragraph', text: paper.say(`${letter}.BODY`, values) },
    ...(letter === 'price-agreed' ? [factsOf(scene, values)] : []),
    toContract(paper),
  ]
  return written(scene, letter, values, blocks)
}

function valuesOf({ paper: { language }, contract, tariff }: Scene, notice: Dated) {
  const { currency } = contract.tariff
  const money = (minor: number) => moneyInWords({ minor, currency }, language)
  return { tariff, old: money(notice.old_price), price: money(notice.new_price), day: day(language, notice.effective_at) }
}

function factsOf({ paper: { say }, contract }: Scene, values: { old: string; price: string; day: string }): Block {
  return {
    kind: 'facts',
    rows: [
      [say('FACT_CONTRACT'), contractNumber(contract.id)],
      [say('FACT_OLD_PRICE'), say('PER_PERIOD', { price: values.old })],
      [say('FACT_NEW_PRICE'), say('PER_PERIOD', { price: values.price })],
      [say('FACT_FROM'), values.day],
    ],
  }
}
