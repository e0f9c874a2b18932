import { TOKEN_TERM } from '@kiosk/domain/accounts/terms'
import { dateLocales } from '@kiosk/domain/locale'
import { accountById } from '../../accounts/queries.ts'
import type { House } from '../../house.ts'
import type { Declaration } from '../../payments/apply-exit.ts'
import { exitNumber } from '../../payments/exit-number.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import type { Block } from './letter.ts'
import { letterPaper, type Paper } from './letter-paper.ts'
import type { LetterJob } from './letters.ts'
import { withoutLinks } from './without-links.ts'
import type { Written } from './write-letter.ts'

const DAY_SECONDS = 24 * 3600

type Job = Extract<LetterJob, { declarationId: number }>
type Scene = {
  declared: Declaration
  paper: Paper
  /** Words under `LETTER.exit-receipt.`. */
  words(key: string, values?: Record<string, string | number>): string
  day(at: Date): string
  moment(at: Date): string
}

/**
 * The receipt of a cancellation or a withdrawal, its reminder, and the answer to its confirmation. What was typed and the button
 * go to the account's own address only; whoever else was named learns number, kind and time. Null where nothing is to be said
 * any more.
 */
export async function exitLetter({ letter, declarationId }: Job, house: House): Promise<Written | null> {
  const { db } = house
  const declared = await db.selectFrom('exit_declarations').selectAll().where('id', '=', declarationId).executeTakeFirst()
  if (!declared || declared.email === '') return null
  if (letter === 'exit-reminder' && declared.outcome !== 'unconfirmed') return null
  const isOfContract = declared.account_id !== null && declared.subscription !== null
  const account = isOfContract ? await accountById(db, declared.account_id!) : undefined
  if (letter !== 'exit-receipt' && !account) return null
  const scene = sceneOf(declared, house)
  const { paper, words } = scene
  const values = { at: scene.day(declared.received_at), number: exitNumber(declared) }
  const reminds = letter === 'exit-reminder'
  const blocks = account ? await blocksForOwner(scene, letter, account.id, house) : blocksForStranger(scene, house)
  return {
    to: account?.email ?? declared.email,
    paper,
    letter: {
      language: paper.language,
      subject: paper.say(`${letter}.${declared.kind}_SUBJECT`, values),
      title: paper.say(`${letter}.${declared.kind}_TITLE`),
      blocks: [{ kind: 'greeting', text: paper.say('GREETING_NAMELESS') }, ...blocks],
      reason: reminds || letter === 'exit-confirmed' ? paper.say('REASON_ACCOUNT') : words('REASON'),
      links: [],
    },
  }
}

function sceneOf(declared: Declaration, house: House): Scene {
  const paper = letterPaper(house, declared.language)
  const format = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(dateLocales[paper.language], { ...style, timeZone: 'Europe/Vienna' })
    return (at: Date) => format.format(at)
  }
  return {
    declared,
    paper,
    words: (key, values = {}) => paper.say(`exit-receipt.${key}`, values),
    day: format({ dateStyle: 'long' }),
    moment: format({ dateStyle: 'long', timeStyle: 'long' }),
  }
}

/**
 * Nothing of what was typed: anybody may have typed it, to have it sent here. The same words whatever came of it: nobody learns
 * which contracts there are.
 */
function blocksForStranger({ declared, words, moment }: Scene, house: House): Block[] {
  const { mail } = house.operator.company
  const { received_at } = declared
  const at = moment(received_at)
  return [
    { kind: 'paragraph', text: words('STRANGER_BODY', { at, number: exitNumber(declared) }) },
    {
      kind: 'facts',
      rows: [
        [words('FACT_KIND'), kindWords(declared, words)],
        [words('FACT_NUMBER'), exitNumber(declared)],
        [words('FACT_AT'), at],
      ],
    },
    { kind: 'paragraph', text: words('unknown', { mail }) },
    { kind: 'small', text: words('NOT_YOU', { mail }) },
  ]
}

async function blocksForOwner(scene: Scene, letter: Job['letter'], accountId: number, house: House): Promise<Block[]> {
  const { declared, paper, words, moment, day } = scene
  const { kind, outcome, received_at, confirmed_at, effective_at } = declared
  const values = { at: moment(received_at), number: exitNumber(declared) }
  const body = letter === 'exit-receipt' ? words(`${kind}_BODY`, values) : paper.say(`${letter}.BODY`, values)
  const blocks: Block[] = [
    { kind: 'paragraph', text: body },
    {
      kind: 'facts',
      rows: [
        [words('FACT_KIND'), kindWords(declared, words)],
        [words('FACT_NAME'), withoutLinks(declared.name)],
        [words('FACT_EMAIL'), declared.email],
        [words('FACT_CONTRACT'), withoutLinks(declared.contract)],
        [words('FACT_REASON'), withoutLinks(declared.reason)],
        [words('FACT_WISHED'), declared.wished_end ? day(new Date(declared.wished_end)) : ''],
        [words('FACT_AT'), moment(received_at)],
      ],
    },
    ...effectBlocks(scene, house),
  ]
  const { mail } = house.operator.company
  if (confirmed_at === null && (outcome === 'unconfirmed' || outcome === 'by-hand')) {
    const data = { declarationId: Number(declared.id) }
    const token = await issueToken(house.db, { purpose: 'exit', accountId, data, now: house.now() })
    blocks.push(
      { kind: 'paragraph', text: words(outcome === 'unconfirmed' ? `${kind}_unconfirmed` : 'by-hand_unconfirmed') },
      { kind: 'button', label: words(`${kind}_BUTTON`), address: paper.page('confirmExit', { token }) },
      { kind: 'small', text: words('TERM', { days: TOKEN_TERM.exit / DAY_SECONDS, mail }) },
      { kind: 'small', text: words(outcome === 'unconfirmed' ? 'NOT_YOU_UNCONFIRMED' : 'NOT_YOU', { mail }) },
    )
    return blocks
  }
  const canBeTakenBack = outcome === 'applied' && kind === 'cancel' && confirmed_at === null && effective_at !== null
  if (canBeTakenBack)
    blocks.push({ kind: 'button', label: words('TO_CONTRACT'), address: paper.page('currentSubscription'), quiet: true })
  blocks.push({ kind: 'small', text: words(canBeTakenBack ? 'NOT_YOU_CANCELLED' : 'NOT_YOU', { mail }) })
  return blocks
}

/** What came of it so far; nothing while it waits for its confirmation. */
function effectBlocks({ declared, paper, words, day }: Scene, house: House): Block[] {
  const { kind, outcome, effective_at, received_at } = declared
  const { mail } = house.operator.company
  if (outcome === 'unconfirmed') return []
  const ends = effective_at && kind === 'cancel' ? endWords(effective_at) : null
  if (outcome === 'applied') {
    return [{ kind: 'paragraph', text: ends ?? words(`${kind}_applied`, { day: day(effective_at ?? received_at) }) }]
  }
  const rest: Block = { kind: 'paragraph', text: words(outcome === 'unknown' ? 'unknown' : 'by-hand', { mail }) }
  return ends ? [{ kind: 'paragraph', text: ends }, rest] : [rest]

  function endWords(at: Date): string {
    return at > house.now() ? words('cancel_applied', { day: day(at) }) : paper.say('exit-confirmed.cancel_ended')
  }
}

function kindWords({ kind, manner }: Declaration, words: Scene['words']): string {
  return words(kind === 'cancel' && manner === 'extraordinary' ? 'cancel_extraordinary' : kind)
}
