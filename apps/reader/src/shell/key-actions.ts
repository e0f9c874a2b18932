import type { ShownPages } from '../pages/shown-pages.ts'
import type { StageOfPages } from '../pages/use-stage.ts'
import type { IssueSearch } from '../search/use-search.ts'
import { toggleFullscreen } from './fullscreen.ts'
import type { KeyActions } from './use-keyboard.ts'
import type { Whereabouts } from './use-place.ts'
import type { Tools } from './use-tools.ts'

/** Shares of the stage by which an arrow and a page key scroll. */
const ARROW_SHARE = 0.3
const SCREEN_SHARE = 0.88

type Parts = {
  where: Whereabouts
  stage: StageOfPages
  tools: Tools
  search: IssueSearch
  shown: ShownPages
  lastPage: number
  /** Closes the notice over the pages; null: there is none. */
  closeNotice: (() => void) | null
}

/** Returns what the keys do with the pages and with what is open around them. */
export function keyActions({ where, stage, tools, search, shown, lastPage, closeNotice }: Parts): KeyActions {
  // Read at each key: the stage replaces its control when it renders.
  const pages = () => stage.control.current
  const { article, hasText } = shown
  return {
    arrow(x, y) {
      const size = pages()?.size() ?? { width: 0, height: 0 }
      const beyond = pages()?.beyond() ?? { x: false, y: false }
      if (x ? beyond.x : beyond.y) pages()?.moveBy({ x: -x * size.width * ARROW_SHARE, y: -y * size.height * ARROW_SHARE })
      else tools.turnAndHide(x + y > 0 ? 1 : -1)
    },
    screen(direction) {
      const height = pages()?.size().height ?? 0
      if (!pages()?.moveBy({ x: 0, y: -direction * height * SCREEN_SHARE })) tools.turnAndHide(direction)
    },
    end: (which) => where.goTo(which === 'first' ? 1 : lastPage),
    zoom: (factor) => pages()?.zoom(factor),
    fitPage: () => stage.fitAgainAs('page'),
    fitWidth: () => stage.setFit(stage.fit === 'width' ? 'page' : 'width'),
    fullscreen: toggleFullscreen,
    thumbnails: tools.toggleThumbnails,
    outline: () => tools.toggle('outline'),
    search: () => tools.open('search'),
    hit: (direction) => search.marks.length > 0 && search.step(direction),
    article() {
      if (article) where.openArticle(article.id)
      else if (hasText) where.openPageText()
    },
    pageText: () => hasText && where.openPageText(),
    help: () => tools.open('help'),
    escape() {
      if (tools.panel) tools.close()
      else if (tools.thumbnails) tools.toggleThumbnails()
      else if (pages()?.enlarged()) pages()?.fitAgain()
      else if (search.marks.length) search.end()
      else if (closeNotice) closeNotice()
      else if (!where.list) tools.bars.toggle()
    },
  }
}
