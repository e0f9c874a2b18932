import { changeHouseNote, houseNote } from './copies.ts'
import { type Letter, sentOff, withLetter } from './outbox.ts'

/** Letters that wait at most; the oldest go first. */
const MOST = 500

/** Keeps a call until the house can be reached; answers it with the id it got. */
export async function keepLetter(letter: Omit<Letter, 'reader' | 'id'>): Promise<Letter> {
  const reader = (await houseNote('reader')) ?? ''
  let kept: Letter = { ...letter, reader }
  if (letter.method === 'POST' && letter.address.endsWith('/bookmarks')) {
    await changeHouseNote('lastLetter', (last = 0) => {
      kept = { ...kept, id: -(last + 1) }
      return last + 1
    })
  }
  await changeHouseNote('letters', (letters = []) => withLetter(letters, kept).slice(-MOST))
  return kept
}

/** Sends what waits, in the name of the reader it came from; one page or worker at a time. */
export async function sendLetters(reader: string): Promise<void> {
  await navigator.locks.request('offline-letters', async () => {
    const waiting = (await houseNote('letters')) ?? []
    if (!waiting.length) return
    const remaining = await sentOff(waiting, reader, async ({ method, address, body, headers }) => {
      const init = { method, headers: { ...headers, 'x-offline': 'letter' }, credentials: 'same-origin' as const }
      const answer = await fetch(address, { ...init, ...(method === 'DELETE' ? {} : { body }) }).catch(() => null)
      return answer?.status ?? 0
    })
    const same = (a: Letter, b: Letter) => JSON.stringify(a) === JSON.stringify(b)
    // What was written meanwhile stays.
    await changeHouseNote('letters', (letters = []) =>
      letters.filter((each) => remaining.some((left) => same(left, each)) || !waiting.some((sent) => same(sent, each))),
    )
  })
}
