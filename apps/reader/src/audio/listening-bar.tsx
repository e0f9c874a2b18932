import { addressOf } from '@kiosk/domain/addresses'
import { isReadByMachine } from '@kiosk/domain/reading/read-by-machine'
import { MINUTE_MS } from '@kiosk/domain/time'
import { useEffect, useState } from 'react'
import { Icon } from '../shell/icon.tsx'
import { useReading } from '../shell/reader-context.ts'
import { Tool } from '../shell/tool.tsx'
import styles from './listening-bar.module.css'
import { type Listening, type Player, type Sleep, speeds } from './player.ts'
import { following, type QueueEntry } from './queue.ts'

/** Off, minutes, or the end of the article. */
const SLEEP_OPTIONS: readonly Sleep[] = [null, 15, 30, 60, 'article']
/** Number of upcoming articles in the list. */
const NAMED = 5

type Options = {
  now: Listening
  player: Player
  queue: readonly QueueEntry[]
  onSpeed: (speed: number) => void
  onText: (id: string) => void
  onClose: () => void
}

/** The read-aloud bar: current article and all controls. */
export function ListeningBar(options: Options) {
  const { now, player, onText, onClose } = options
  const { contents, t, language } = useReading()
  const [more, setMore] = useState(false)
  const { state, entry } = now
  const wrong = state === 'no-voice' || state === 'failed' || state === 'nothing'
  const left = useMinutesLeft(now.sleepsAt)
  const byMachine = isReadByMachine(contents, entry)
  const message = {
    loading: () => t('LISTEN.LOADING'),
    speaking: () => t('LISTEN.NOW', { headline: entry.headline }),
    paused: () => t('LISTEN.PAUSED', { headline: entry.headline }),
    ended: () => t('LISTEN.ENDED'),
    failed: () => t('LISTEN.FAILED'),
    nothing: () => t('LISTEN.NOTHING'),
    'no-voice': () => t('LISTEN.NO_VOICE', { language: nameOf(now.language, language) }),
  }[state]()
  return (
    <section className={styles.listening} aria-label={t('LISTEN.NAME')} data-listening={state}>
      {more && <MoreOptions {...options} />}
      <div className={styles.row}>
        <p className={styles.message} data-wrong={wrong || undefined}>
          {wrong || state === 'ended' || state === 'loading' ? (
            message
          ) : (
            <>
              <span className="unseen">{t('LISTEN.NAME')}: </span>
              <button type="button" lang={entry.language ?? contents.language} onClick={() => onText(entry.id)}>
                {entry.headline}
              </button>
            </>
          )}
          {byMachine && !wrong && state !== 'ended' && <small>{t('LISTEN.BY_MACHINE')}</small>}
          {left !== null && <small>{t('LISTEN.SLEEP_LEFT', { count: left })}</small>}
        </p>
        <div className={styles.controls} role="toolbar" aria-label={t('LISTEN.NAME')}>
          {state !== 'no-voice' && state !== 'nothing' && (
            <>
              <PlayerControls state={state} player={player} />
              <Tool icon="view" label={t('LISTEN.MORE')} expanded={more} onPress={() => setMore(!more)} />
            </>
          )}
          <Tool icon="close" label={t('LISTEN.STOP')} onPress={onClose} />
        </div>
      </div>
      <p className="unseen" role="status">
        {state === 'speaking' ? '' : message}
        {state === 'loading' && byMachine && ` ${t('LISTEN.BY_MACHINE')}`}
      </p>
    </section>
  )
}

function PlayerControls({ state, player }: { state: Listening['state']; player: Player }) {
  const { t } = useReading()
  const speaking = state === 'speaking' || state === 'loading'
  return (
    <>
      <Tool icon="previousArticle" label={t('LISTEN.PREVIOUS_ARTICLE')} onPress={() => player.skipArticle(-1)} />
      <Tool icon="previousSentence" label={t('LISTEN.PREVIOUS_SENTENCE')} onPress={() => player.skip(-1)} />
      <Tool
        main
        icon={speaking ? 'pause' : 'play'}
        label={t(speaking ? 'LISTEN.PAUSE' : 'LISTEN.PLAY')}
        onPress={() => (speaking ? player.pause() : player.resume())}
      />
      <Tool icon="nextSentence" label={t('LISTEN.NEXT_SENTENCE')} onPress={() => player.skip(1)} />
      <Tool icon="nextArticle" label={t('LISTEN.NEXT_ARTICLE')} onPress={() => player.skipArticle(1)} />
    </>
  )
}

/** Speed, sleep timer, and the next articles. */
function MoreOptions({ now, player, queue, onSpeed, onText }: Options) {
  const { contents, t, language } = useReading()
  const next = following(queue, now.entry.id, NAMED)
  return (
    <div className={styles.more}>
      <RadioGroup
        name="speed"
        legend={t('LISTEN.SPEED')}
        options={speeds}
        chosen={now.speed}
        labelOf={(speed) => `${speed.toLocaleString(language)} ×`}
        onChoose={(speed) => {
          player.setSpeed(speed)
          onSpeed(speed)
        }}
      />
      <RadioGroup
        name="sleep"
        legend={t('LISTEN.SLEEP')}
        options={SLEEP_OPTIONS}
        chosen={now.sleep}
        labelOf={(sleep) =>
          typeof sleep === 'number'
            ? t('LISTEN.SLEEP_MINUTES', { minutes: sleep })
            : t(sleep === null ? 'LISTEN.SLEEP.off' : 'LISTEN.SLEEP.article')
        }
        onChoose={player.setSleep}
      />
      <div>
        <h3>{t('LISTEN.QUEUE')}</h3>
        {next.length ? (
          <ol>
            {next.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  lang={each.language ?? contents.language}
                  onClick={() => {
                    player.play(each)
                    onText(each.id)
                  }}
                >
                  {each.headline}
                </button>
              </li>
            ))}
          </ol>
        ) : (
          <p>{t('LISTEN.QUEUE_END')}</p>
        )}
      </div>
    </div>
  )
}

type RadioGroupOptions<T> = {
  name: string
  legend: string
  options: readonly T[]
  chosen: T
  labelOf: (option: T) => string
  onChoose: (option: T) => void
}

function RadioGroup<T extends Sleep>({ name, legend, options, chosen, labelOf, onChoose }: RadioGroupOptions<T>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={String(option)}>
            <input type="radio" name={name} checked={option === chosen} onChange={() => onChoose(option)} />
            <span className={styles.option}>{labelOf(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Replaces the bar if reading aloud is impossible: explains its requirements, or why there is no voice. */
export function ListeningNote({ kind, onClose }: { kind: 'tier' | 'no-voice'; onClose: () => void }) {
  const { contents, t, language } = useReading()
  return (
    <section className={styles.listening} aria-label={t('LISTEN.NAME')} data-listening={kind}>
      <div className={styles.note} role="status">
        {kind === 'tier' ? (
          <p>
            <strong>{t('LISTEN.TIER')}</strong> <span>{t('LISTEN.TIER_TEXT')}</span>{' '}
            <a href={addressOf('subscriptions')}>{t('LISTEN.TIER_GO')}</a>
          </p>
        ) : (
          <p>{t('LISTEN.NO_VOICE', { language: nameOf(contents.language, language) })}</p>
        )}
        <button type="button" className="tool" aria-label={t('READER.CLOSE')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}

function nameOf(language: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

const SHOWN_AGAIN_MS = 20_000

/** Returns the whole minutes until the sleep timer ends; null without a timer. */
function useMinutesLeft(sleepsAt: number | null): number | null {
  const [, tick] = useState(0)
  useEffect(() => {
    if (sleepsAt === null) return
    const timer = setInterval(() => tick((count) => count + 1), SHOWN_AGAIN_MS)
    return () => clearInterval(timer)
  }, [sleepsAt])
  return sleepsAt === null ? null : Math.max(1, Math.ceil((sleepsAt - Date.now()) / MINUTE_MS))
}
