import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { articleParts } from '../article/article-parts.ts'
import { pageParts } from '../article/page-parts.ts'
import { pageOfText } from '../article/page-text-id.ts'
import { spokenText, textBlocks } from '../article/text-blocks.ts'
import { useReading } from '../shell/reader-context.ts'
import { mayBeShortcut } from '../shell/use-keyboard.ts'
import { highlightSentence } from './highlight.ts'
import { ListeningBar, ListeningNote } from './listening-bar.tsx'
import { takeMediaKeys } from './media-keys.ts'
import { openVoice } from './open-voice.ts'
import { createPlayer, type Player } from './player.ts'
import { type QueueEntry, queueOf } from './queue.ts'
import type { Readout } from './speech.ts'

/** Text to be read aloud: the id of an article, or of the text of a page (`pageTextId`). `times` counts requests. */
export type Requested = { id: string; times: number }
type Options = {
  requested: Requested
  /** Container of the bar, at the end of the text or of the pages. */
  slot: HTMLElement
  speed: number
  onSpeed: (speed: number) => void
  /** Called when reading moves to another text. */
  onText: (id: string) => void
  onClose: () => void
}

/** Reads articles and pages aloud until it is closed. */
export function Listening(options: Options) {
  const { access, t } = useReading()
  const [player, setPlayer] = useState<Player | 'none' | null>(null)
  const { slot, onClose } = options
  const make = useMaking(options)
  useEffect(() => {
    if (!access.audio) return
    let gone = false
    let made: Player | null = null
    openVoice().then(
      (voice) => {
        if (gone) return
        made = voice ? make(voice) : null
        setPlayer(made ?? 'none')
      },
      () => !gone && setPlayer('none'),
    )
    return () => {
      gone = true
      made?.close()
      highlightSentence(null)
    }
  }, [make, access.audio])

  if (!access.audio) return createPortal(<ListeningNote kind="tier" onClose={onClose} />, slot)
  if (player === 'none') return createPortal(<ListeningNote kind="no-voice" onClose={onClose} />, slot)
  if (!player) return createPortal(<p className="unseen">{t('LISTEN.LOADING')}</p>, slot)
  return <Running {...options} player={player} />
}

/** Returns a function that creates the player of this issue; stable for the same issue. */
function useMaking({ requested, speed }: Options) {
  const { contents, access, api, t } = useReading()
  const first = useRef({ requested, speed })
  const latest = useRef({ access, t })
  latest.current = { access, t }
  return useCallback(
    (voice: Parameters<typeof createPlayer>[0]['voice']): Player => {
      const entriesLike = (id: string) => queueOf(id, { contents, ...latest.current })
      const load = async (id: string): Promise<Readout> => {
        const page = pageOfText(id)
        if (page !== null) {
          const lines = await api.words(page, latest.current.access.signature)
          return { language: contents.language, blocks: pageParts(lines).map(({ text }) => text) }
        }
        const article = await api.article(id)
        return {
          language: article.language,
          blocks: [article.headline, ...textBlocks(articleParts(article).body).map(spokenText)],
        }
      }
      const { requested, speed } = first.current
      let of = requested.id
      const entry = entryOf(requested.id, entriesLike(requested.id), contents.articles)
      const player = createPlayer({ voice, queue: () => entriesLike(of), load, first: entry, speed })
      const play = player.play
      return {
        ...player,
        play(entry, block) {
          of = entry.id
          play(entry, block)
        },
      }
    },
    [contents, api],
  )
}

function entryOf(id: string, among: readonly QueueEntry[], articles: readonly QueueEntry[]): QueueEntry {
  const found = among.find((each) => each.id === id) ?? articles.find((each) => each.id === id)
  return found ?? { id, headline: '', firstPage: 1, lastPage: 1 }
}

function Running({ requested, slot, player, onSpeed, onText, onClose }: Options & { player: Player }) {
  const { contents, access, t } = useReading()
  const now = useSyncExternalStore(player.subscribe, player.now)
  const queue = useMemo(() => queueOf(requested.id, { contents, access, t }), [requested.id, contents, access, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request restarts it
  useEffect(() => {
    const here = player.now()
    if (requested.times > 1 && here.entry.id === requested.id && here.state === 'speaking') return player.pause()
    if (requested.times > 1 && here.entry.id === requested.id && here.state === 'paused') return player.resume()
    player.play(entryOf(requested.id, queue, contents.articles))
  }, [requested, player])

  const follow = useRef(onText)
  follow.current = onText
  const before = useRef(requested.id)
  useEffect(() => {
    if (now.entry.id !== before.current) follow.current(now.entry.id)
    before.current = now.entry.id
  }, [now.entry.id])

  const { place } = now
  useEffect(() => {
    // The text may load shortly after its voice starts: try again for some frames.
    let frames = 90
    let waiting = 0
    const mark = () => {
      highlightSentence(place)
      if (place && !document.querySelector('[data-spoken]') && frames-- > 0) waiting = requestAnimationFrame(mark)
    }
    mark()
    return () => cancelAnimationFrame(waiting)
  }, [place])

  const close = useRef(onClose)
  close.current = onClose
  const keys = useRef<ReturnType<typeof takeMediaKeys> | null>(null)
  useEffect(() => {
    keys.current = takeMediaKeys({
      play: player.resume,
      pause: player.pause,
      stop: () => close.current(),
      next: () => player.skipArticle(1),
      previous: () => player.skipArticle(-1),
      forward: () => player.skip(1),
      back: () => player.skip(-1),
    })
    return () => keys.current?.close()
  }, [player])
  const { state, entry } = now
  useEffect(() => {
    keys.current?.update({
      title: entry.headline,
      artist: contents.titleLine,
      album: contents.detailLine,
      cover: contents.coverURL,
      playing: state === 'speaking' || state === 'loading',
    })
  }, [state, entry, contents])

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event)) return
      if (event.key === ',') player.skip(-1)
      else if (event.key === '.') player.skip(1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [player])

  return createPortal(
    <ListeningBar now={now} player={player} queue={queue} onSpeed={onSpeed} onText={onText} onClose={onClose} />,
    slot,
  )
}
