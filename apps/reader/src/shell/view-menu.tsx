import { apiAddress } from '@kiosk/contract/route'
import { issueAsEpub } from '@kiosk/contract/routes'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { useState } from 'react'
import { ViewSwitch } from '../list/view-switch.tsx'
import type { Fit } from '../pages/use-view.ts'
import { ZOOM_STEP } from '../pages/zoom.ts'
import { Choice } from './choice.tsx'
import { canFullscreen, toggleFullscreen, useFullscreen } from './fullscreen.ts'
import { Icon } from './icon.tsx'
import { Panel } from './panel.tsx'
import { useReading } from './reader-context.ts'
import { layouts, type Preferences, type View, wheels } from './storage.ts'
import { chooseTheme, chosenTheme, themes } from './theme.ts'
import styles from './view-menu.module.css'

type Options = {
  page: number
  preferences: Preferences
  onPreferences: (preferences: Preferences) => void
  fit: Fit
  onFit: (fit: Fit) => void
  onZoom: (factor: number) => void
  onHelp: () => void
  view: View
  /** Null if the issue has no articles. */
  onView: ((view: View) => void) | null
  /** Null if the visible pages have no text. */
  onPageText: (() => void) | null
  onClose: () => void
}

/** View settings: layout, zoom, wheel, theme; help, and the issue in other forms. */
export function ViewMenu({
  page,
  preferences,
  onPreferences,
  fit,
  onFit,
  onZoom,
  onHelp,
  view,
  onView,
  onPageText,
  onClose,
}: Options) {
  const { contents, t } = useReading()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Panel label={t('READER.MORE')} kind="menu" modal onClose={onClose}>
      <div className={styles.menu}>
        {onView && <ViewSwitch view={view} onView={onView} />}
        {view === 'pages' && <ZoomButtons fit={fit} onFit={onFit} onZoom={onZoom} />}
        <Choice
          name="layout"
          legend={t('READER.LAYOUT')}
          words="READER.LAYOUT"
          options={layouts}
          chosen={preferences.layout}
          onChoose={(layout) => onPreferences({ ...preferences, layout })}
        />
        <Choice
          name="colours"
          legend={t('READER.THEME')}
          words="READER.THEME"
          options={themes}
          chosen={theme}
          onChoose={(theme) => {
            chooseTheme(theme)
            setTheme(theme)
          }}
        />
        {matchMedia('(hover: hover)').matches && (
          <Choice
            name="wheel"
            legend={t('READER.WHEEL')}
            words="READER.WHEEL"
            options={wheels}
            chosen={preferences.wheel}
            onChoose={(wheel) => onPreferences({ ...preferences, wheel })}
          />
        )}
        <OtherForms page={page} onHelp={onHelp} onPageText={onPageText} />
        {contents.textLayer !== 'full' && (
          <p className={styles.note}>{t(contents.textLayer === 'none' ? 'READER.SCAN' : 'READER.SCAN_PARTLY')}</p>
        )}
      </div>
    </Panel>
  )
}

function ZoomButtons({ fit, onFit, onZoom }: Pick<Options, 'fit' | 'onFit' | 'onZoom'>) {
  const { t } = useReading()
  return (
    <div className={styles.zoom}>
      <button type="button" onClick={() => onZoom(1 / ZOOM_STEP)}>
        <Icon name="smaller" />
        {t('READER.SMALLER')}
      </button>
      <button type="button" onClick={() => onZoom(ZOOM_STEP)}>
        <Icon name="larger" />
        {t('READER.LARGER')}
      </button>
      <button type="button" aria-pressed={fit === 'page'} onClick={() => onFit('page')}>
        <Icon name="page" />
        {t('READER.FIT_PAGE')}
      </button>
      <button type="button" aria-pressed={fit === 'width'} onClick={() => onFit('width')}>
        <Icon name="width" />
        {t('READER.FIT_WIDTH')}
      </button>
    </div>
  )
}

/** Full screen, help, and the issue in other forms. */
function OtherForms({ page, onHelp, onPageText }: Pick<Options, 'page' | 'onHelp' | 'onPageText'>) {
  const { contents, access, t } = useReading()
  const fullscreen = useFullscreen()
  return (
    <div className={styles.options}>
      {canFullscreen() && (
        <button type="button" onClick={toggleFullscreen}>
          <Icon name={fullscreen ? 'leaveFullscreen' : 'fullscreen'} />
          {t(fullscreen ? 'READER.FULLSCREEN_END' : 'READER.FULLSCREEN')}
        </button>
      )}
      {onPageText && (
        <button type="button" onClick={onPageText}>
          <Icon name="text" />
          {t('READER.PAGE_TEXT_TOOL')}
        </button>
      )}
      <button type="button" onClick={onHelp}>
        <Icon name="help" />
        {t('READER.HELP')}
      </button>
      <a href={`${readerAddress('/reader', contents.uid, { page })}&plain=1`}>
        <Icon name="article" />
        {t('READER.PLAIN')}
      </a>
      {access.epub && contents.articles.length > 0 && (
        <a href={apiAddress(issueAsEpub, { uid: contents.uid })} download="" data-epub="">
          <Icon name="download" />
          {t('READER.EPUB')}
        </a>
      )}
      <a href={addressOf('issue', { id: contents.uid })}>
        <Icon name="back" />
        {t('READER.BACK_TO_ISSUE')}
      </a>
    </div>
  )
}
