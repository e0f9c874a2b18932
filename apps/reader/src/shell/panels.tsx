import type { ShownPages } from '../pages/shown-pages.ts'
import type { StageOfPages } from '../pages/use-stage.ts'
import { SearchPanel } from '../search/search-panel.tsx'
import type { IssueSearch } from '../search/use-search.ts'
import { HelpDialog } from './help-dialog.tsx'
import { OutlinePanel } from './outline-panel.tsx'
import type { Preferences, View } from './storage.ts'
import type { Whereabouts } from './use-place.ts'
import type { Tools } from './use-tools.ts'
import { ViewMenu } from './view-menu.tsx'

type Options = {
  tools: Tools
  where: Whereabouts
  stage: StageOfPages
  search: IssueSearch
  shown: ShownPages
  preferences: Preferences
  onPreferences: (preferences: Preferences) => void
  /** Null if the issue has no articles. */
  onView: ((view: View) => void) | null
}

/** The open panel: outline, search, help, or the view settings. */
export function Panels({ tools, where, stage, search, shown, preferences, onPreferences, onView }: Options) {
  const { panel, wide, close } = tools
  const { page } = where.place
  if (panel === 'outline')
    return <OutlinePanel page={page} modal={!wide} onClose={close} onPage={where.goTo} onArticle={where.openArticle} />
  if (panel === 'search') return <SearchPanel search={search} modal={!wide} onClose={close} />
  if (panel === 'help') return <HelpDialog onClose={close} />
  if (panel !== 'view') return null
  const openPageText = () => {
    close()
    where.openPageText()
  }
  return (
    <ViewMenu
      page={page}
      preferences={preferences}
      onPreferences={onPreferences}
      fit={stage.fit}
      onFit={stage.fitAgainAs}
      onZoom={(factor) => stage.control.current?.zoom(factor)}
      onHelp={() => tools.open('help')}
      view={where.list ? 'articles' : 'pages'}
      onView={onView}
      onPageText={shown.hasText ? openPageText : null}
      onClose={close}
    />
  )
}
