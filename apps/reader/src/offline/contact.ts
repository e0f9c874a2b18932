import type { Downloads } from '@kiosk/domain/reading/download-endpoints'
import { OFFLINE_TERM, READING_WIDTH } from '@kiosk/domain/reading/terms'
import {
  addCopy,
  allCopies,
  type Copy,
  changeCopy,
  changeHouseNote,
  dropKey,
  dropParts,
  houseNote,
  keepKey,
  missingOf,
  partsThere,
} from './copies.ts'
import type { HouseApi } from './house-api.ts'
import { givenUpIn } from './outbox.ts'
import { lookAtTerm } from './read-copy.ts'
import { keyFrom } from './sealed-part.ts'
import { sendLetters } from './send-letters.ts'
import { noteSignedIn } from './signed-out.ts'
import { afterContact, lockAtContact } from './term.ts'

const DAY = 24 * 3600 * 1000
/** A term with less than this left is renewed while the house is in reach, at most once a day. */
const RENEWED_BELOW = (OFFLINE_TERM / 2) * DAY

/**
 * Asks the house what this device may read: locks and unlocks by its answer, notices what was corrected or thrown away,
 * sends what waited. Without an answer only terms are looked at.
 * @returns whether the server answered, and the uids of copies whose term is to be renewed
 */
export async function makeContact(api: Pick<HouseApi, 'list'>): Promise<{ reached: boolean; renewed: string[] }> {
  const grants = new Map((await allCopies()).map(({ uid, grantedAt }) => [uid, grantedAt]))
  const { ok: list = null, refused } = await api.list()
  const copies = (await allCopies()).filter(({ until }) => until > 0)
  if (refused && refused.status !== 401) {
    for (const { uid, lock } of copies) if (!lock) await lookAtTerm(uid)
    await noticeLost(copies)
    return { reached: false, renewed: [] }
  }
  const now = list ? Date.parse(list.now) : (refused?.now ?? null)
  if (now !== null) await changeHouseNote('clock', () => afterContact(now, Date.now()))
  const renewed: string[] = []
  for (const copy of copies) {
    // Granted while the answer was under way: the answer may be older. Clocks cannot tell, a Date header knows whole seconds only.
    if (copy.grantedAt !== grants.get(copy.uid)) continue
    const lock = lockAtContact(copy, list)
    if (lock || !list) {
      await dropKey(copy.uid)
      await changeCopy(copy.uid, () => ({ lock }))
    } else if (await unlock(copy, list)) renewed.push(copy.uid)
  }
  await noticeLost(copies)
  if (list) {
    noteSignedIn()
    await changeHouseNote('reader', () => list.reader)
    await fetchVanished(list)
    await sendLetters(list.reader)
  }
  return { reached: true, renewed }
}

/** The key and the term as the house says now; true = the term is to be renewed. */
async function unlock(copy: Copy, list: Downloads): Promise<boolean> {
  const entry = list.downloads.find(({ uid }) => uid === copy.uid)!
  const { key, mark } = await keyFrom(entry.key)
  const [until, now] = [Date.parse(entry.until), Date.parse(list.now)]
  const unreadable = copy.keyMark !== mark
  if (unreadable) await dropParts(copy.uid)
  await keepKey({ uid: copy.uid, key, until })
  const corrected = copy.standing !== null && copy.standing.revision !== entry.revision
  await changeCopy(copy.uid, ({ problem }) => ({
    lock: null,
    // What a login or a freed place has mended.
    problem: problem === 'no-room' || problem === 'broken' ? problem : null,
    until,
    reader: list.reader,
    keyMark: mark,
    ...(unreadable ? { standing: null, wanted: null } : {}),
    ...(corrected ? { repairs: 'corrected' as const } : {}),
  }))
  return until - now < RENEWED_BELOW && now - copy.grantedAt > DAY
}

/** Copies of which the browser threw parts away are fetched again. */
async function noticeLost(copies: readonly Copy[]): Promise<void> {
  for (const { uid, standing } of copies) {
    if (standing && missingOf(standing, await partsThere(uid)).length)
      await changeCopy(uid, ({ repairs }) => ({ repairs: repairs ?? 'lost' }))
  }
}

/** The house knows of copies of which nothing is left here: the browser cleared its storage. */
async function fetchVanished(list: Downloads): Promise<void> {
  const here = new Set((await allCopies()).map(({ uid }) => uid))
  const givenUp = new Set(givenUpIn((await houseNote('letters')) ?? []))
  for (const { uid } of list.downloads) {
    if (here.has(uid) || givenUp.has(uid)) continue
    await addCopy({
      uid,
      titleLine: '',
      detailLine: '',
      pageCount: 0,
      coverColour: '',
      cover: null,
      audio: false,
      reader: list.reader,
      keyMark: '',
      until: 0,
      grantedAt: 0,
      standing: null,
      wanted: null,
      width: READING_WIDTH,
      repairs: 'lost',
      paused: false,
      problem: null,
      lock: null,
      addedAt: Date.now(),
    })
  }
}
