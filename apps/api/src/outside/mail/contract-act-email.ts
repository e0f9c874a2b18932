import type { Money } from '@kiosk/domain/money'
import { moneyInWords } from '@kiosk/domain/money'
import type { House } from '../../house.ts'
import type { Act, ActDetails, EndDetails } from '../../payments/contract-acts/perform-act.ts'
import { plannedEndOf } from '../../payments/contract-acts/planned-end.ts'
import { plannedPlanOf } from '../../payments/contract-acts/planned-plan.ts'
import { contractNumber } from '../../payments/contract-number.ts'
import type { Block } from './letter.ts'
import type { LetterJob } from './letters.ts'
import { day, paragraphs, type Scene, sceneOf, toContract, written } from './payment-letters.ts'
import type { Written } from './write-letter.ts'

type Job = Extract<LetterJob, { letter: 'contract-act' }>

/**
 * What the operator did to a subscription, told to its reader. The operator's own words (`why`) are not repeated. Null where it
 * does not hold any more.
 */
export async function contractActEmail({ accountId, actId }: Job, house: House): Promise<Written | null> {
  const found = await house.db.selectFrom('contract_acts').selectAll().where('id', '=', actId).executeTakeFirst()
  const scene = found && (await sceneOf(accountId, found.contract, house))
  if (!found || !scene) return null
  const act = found as unknown as Act
  const { say, language } = scene.paper
  const { kind } = act
  if (kind === 'leave-running' || kind === 'extend') return null
  const { endsAt, exit = '' } = act.details as { endsAt: string; exit?: string }
  const values = {
    tariff: scene.tariff,
    contract: contractNumber(scene.contract.id),
    day: day(language, new Date(endsAt)),
    exit,
  }
  const more = await blocksOf(act, scene, house)
  if (!more) return null
  const blocks: Block[] = [
    { kind: 'paragraph', text: say(`${kind}.BODY`, values) },
    ...more,
    { kind: 'small', text: say('contract-act.QUESTIONS', { mail: house.operator.company.mail }) },
  ]
  return written(scene, kind, values, blocks)
}

/** What follows the first sentence; null: the act does not hold any more. */
async function blocksOf(act: Act, scene: Scene, house: House): Promise<Block[] | null> {
  switch (act.kind) {
    case 'leave-running':
    case 'extend':
      return null
    case 'renewed-after-dispute':
      return scene.contract.auto_renew ? [toContract(scene.paper)] : null
    case 'downgrade':
    case 'take-back-downgrade':
      return moveBlocks(act as Act<'downgrade' | 'take-back-downgrade'>, scene, house)
    case 'goodwill':
      return goodwillBlocks(scene, act.details as ActDetails['goodwill'])
    case 'withdraw':
    case 'dispute-lost':
    case 'end':
      return endBlocks(scene, act.details as EndDetails)
    case 'plan-end': {
      const planned = await plannedEndOf(house.db, act.contract)
      if (planned?.actId !== act.id) return null
      const { say } = scene.paper
      const { refund, cancelsAtWallet } = (act as Act<'plan-end'>).details
      return [
        ...(refund === 'none' ? [] : paragraphs([say(`plan-end.${refund}`)])),
        ...(cancelsAtWallet ? paragraphs([walletWords(scene)]) : []),
        toContract(scene.paper),
      ]
    }
    case 'take-back-planned-end':
      return [toContract(scene.paper)]
  }
}

function endBlocks(scene: Scene, { papers, underWay, refund, cancelsAtWallet }: EndDetails): Block[] {
  const { account, paper } = scene
  const { say, language } = paper
  const sum = (all: readonly { amount: number; currency: string }[]) =>
    moneyInWords({ minor: all.reduce((sum, { amount }) => sum + amount, 0), currency: currencyOf(scene) }, language)
  const isOpen = account.deactivated_at === null
  return [
    ...(papers.length > 0 ? paragraphs([say('end.BACK', { amount: sum(papers) })]) : []),
    ...(underWay.length > 0 && refund !== 'none' ? paragraphs([say('end.UNDER_WAY', { amount: sum(underWay) })]) : []),
    ...(cancelsAtWallet ? paragraphs([walletWords(scene)]) : []),
    ...(isOpen
      ? ([
          { kind: 'paragraph', text: say('contract-ended.KEPT') },
          { kind: 'button', label: say('contract-ended.BUTTON'), address: paper.page('subscriptions') },
        ] as const)
      : []),
  ]
}

function goodwillBlocks({ paper }: Scene, { because, days, from, endsAt, isCharged }: ActDetails['goodwill']): Block[] {
  const { say, language } = paper
  const values = { count: days, before: day(language, new Date(from)), day: day(language, new Date(endsAt)) }
  return [
    ...paragraphs([say(`goodwill.${because}`), say('goodwill.DAYS', values)]),
    ...paragraphs([say(isCharged ? 'goodwill.CHARGED' : 'goodwill.CANCELLED', values)]),
    toContract(paper),
  ]
}

async function moveBlocks(
  { id, kind, contract, details }: Act<'downgrade' | 'take-back-downgrade'>,
  scene: Scene,
  house: House,
): Promise<Block[] | null> {
  const { paper } = scene
  const { say, language } = paper
  const planned = await plannedPlanOf(house.db, contract)
  if (kind === 'take-back-downgrade') return planned ? null : [toContract(paper)]
  if (planned?.actId !== id) return null
  const { siteName } = house.operator
  const values = {
    ...{ from: `${siteName} ${details.from}`, to: `${siteName} ${details.to}`, day: day(language, new Date(details.endsAt)) },
    price: moneyInWords({ minor: planned.price, currency: currencyOf(scene) }, language),
  }
  return [...paragraphs([say('downgrade.FROM_THEN', values), say('downgrade.UNTIL_THEN', values)]), toContract(paper)]
}

const currencyOf = ({ contract }: Scene): Money['currency'] => contract.tariff.currency

function walletWords({ paper, contract }: Scene): string {
  return paper.say('contract-act.WALLET', { wallet: contract.brand || 'PayPal' })
}
