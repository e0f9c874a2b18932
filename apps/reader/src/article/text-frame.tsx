import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../shell/icon.tsx'
import { Panel } from '../shell/panel.tsx'
import { useReading } from '../shell/reader-context.ts'
import { type Preferences, textSizes } from '../shell/storage.ts'
import { Tool } from '../shell/tool.tsx'
import { mayBeShortcut } from '../shell/use-keyboard.ts'
import styles from './text-frame.module.css'
import { TextSettingsForm } from './text-settings-form.tsx'

export type TextSettings = { preferences: Preferences; onPreferences: (preferences: Preferences) => void }
type Options = TextSettings & {
  /** Id of the text; a new text starts at its top. */
  id: string
  label: string
  onClose: () => void
  onListen: () => void
  /** Called to go to the next or previous text. */
  onBeside: (direction: 1 | -1) => void
  /** Additional tools in the toolbar. */
  tools?: ReactNode
  /** Closing leads back to the list of articles instead of the page. */
  fromList?: boolean
  /** Place for the read-aloud controls. */
  slot: (element: HTMLElement | null) => void
  children: ReactNode
}

/** The frame of every text view: back link, text settings and the text. The page stays mounted behind it. */
export function TextFrame({
  id,
  label,
  preferences,
  onPreferences,
  onClose,
  onListen,
  onBeside,
  tools,
  fromList,
  slot,
  children,
}: Options) {
  const { t } = useReading()
  const [setting, setSetting] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const settings = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text starts at its top
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
    scroller.current?.focus()
  }, [id])
  const { textSize, textFont, textWidth, articleTheme, easy } = preferences
  const change = (some: Partial<Preferences>) => onPreferences({ ...preferences, ...some })
  const closeSettings = () => {
    setSetting(false)
    settings.current?.focus()
  }

  const pressed = keyHandler({ textSize, onSize: (textSize) => change({ textSize }), onBeside, onClose })

  return (
    <Panel label={label} kind="article" modal head={false} onClose={setting ? closeSettings : onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts; each has a button too */}
      <div
        className={styles.view}
        data-theme={articleTheme}
        data-size={textSize}
        data-font={textFont}
        data-width={textWidth}
        data-easy={easy || undefined}
        data-article-view={id}
        onKeyDown={pressed}
      >
        <div className={styles.bar}>
          <button type="button" className={styles.back} aria-keyshortcuts="Escape" onClick={onClose}>
            <Icon name="back" />
            <span>{t(fromList ? 'READER.BACK_TO_LIST' : 'READER.BACK_TO_PAGE')}</span>
          </button>
          {tools}
          <Tool icon="listen" label={t('LISTEN.START')} shortcut="p" onPress={onListen} />
          <Tool
            ref={settings}
            icon="text"
            label={t('READER.TEXT_SETTINGS')}
            expanded={setting}
            onPress={() => setSetting(!setting)}
          />
        </div>
        {setting && <TextSettingsForm preferences={preferences} onChange={change} onDone={closeSettings} />}
        <div
          ref={scroller}
          className={styles.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
          tabIndex={0}
          role="document"
          aria-label={label}
          onPointerDown={() => setting && setSetting(false)}
        >
          {children}
        </div>
        <div ref={slot} className={styles.slot} />
      </div>
    </Panel>
  )
}

type Keys = Pick<Options, 'onBeside' | 'onClose'> & {
  textSize: Preferences['textSize']
  onSize: (size: Preferences['textSize']) => void
}

/** Returns what the keys do in a text: its size, the texts beside it, and closing it. */
function keyHandler({ textSize, onSize, onBeside, onClose }: Keys) {
  const at = textSizes.indexOf(textSize)
  const keys: Record<string, () => void> = {
    '+': () => onSize(textSizes[Math.min(at + 1, textSizes.length - 1)]!),
    '-': () => onSize(textSizes[Math.max(at - 1, 0)]!),
    '0': () => onSize('medium'),
    n: () => onBeside(1),
    N: () => onBeside(-1),
    a: onClose,
    x: onClose,
  }
  return (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || !mayBeShortcut(event)) return
    event.preventDefault()
    act()
  }
}

/** Names the issue that a text is from. `children`: links to its pages. */
export function Source({ children }: { children?: ReactNode }) {
  const { contents } = useReading()
  return (
    <div className={styles.source} lang={document.documentElement.lang} dir="ltr" data-silent="">
      <p>
        <cite lang={contents.language}>{contents.titleLine}</cite> · {contents.detailLine}
      </p>
      {children}
    </div>
  )
}

/** A note about a text, in the reader's language; it is not read aloud. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note} lang={document.documentElement.lang} data-silent="">
      {children}
    </p>
  )
}

export function Skeleton({ words }: { words: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="unseen">{words}</span>
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

export function Failed({ words, again }: { words: string; again: () => void }) {
  const { t } = useReading()
  return (
    <div role="alert" className={styles.failed}>
      <p>{words}</p>
      <button type="button" onClick={again}>
        {t('READER.TRY_AGAIN')}
      </button>
    </div>
  )
}

type Neighbour = { id: string; label: string; headline: string; lang?: string } | null
/** Buttons for the previous and next text. */
export function Beside({
  label,
  neighbours,
  onGo,
}: {
  label: string
  neighbours: [Neighbour, Neighbour]
  onGo: (direction: 1 | -1) => void
}) {
  if (!neighbours.some(Boolean)) return null
  return (
    <nav className={styles.beside} aria-label={label}>
      {neighbours.map(
        (each, at) =>
          each && (
            <button key={each.id} type="button" data-next={at === 1 || undefined} onClick={() => onGo(at === 1 ? 1 : -1)}>
              <small>{each.label}</small>
              <span lang={each.lang}>{each.headline}</span>
            </button>
          ),
      )}
    </nav>
  )
}
