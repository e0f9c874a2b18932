import type { Mark } from '../search/hits.ts'
import { Advertisement, type Shown } from './advertisement.tsx'
import { EndOfIssue } from './end-of-issue.tsx'
import { Gate } from './gate.tsx'
import { imageWidth } from './image-widths.ts'
import { Page } from './page.tsx'
import { type PageOf, proportionsOf, widthsOf } from './page-proportions.ts'
import type { Spread } from './spreads.ts'
import styles from './stage.module.css'
import { Tiles } from './tiles.tsx'
import { type Fit, transformOf, type ViewControl } from './use-view.ts'
import { type Frame, fitted, pageView, widthView } from './zoom.ts'

const NO_MARKS: readonly Mark[] = []

type Sheet = {
  pages: readonly PageOf[]
  current: boolean
  frame: Frame
  fit: Fit
  /** View of the current slide. */
  view: ViewControl
  density: number
  /** Images have fewer pixels. */
  thrifty: boolean
  marks: readonly Mark[]
  mark: Mark | null
  onArticle: (id: string) => void
}
type Options = Sheet & {
  spread: Spread
  /** 0: before the current slide, 1: the current slide, 2: after it. */
  slot: number
  advertisements: readonly Shown[]
  onTurn: (direction: 1 | -1) => boolean
}

/** One slide: pages, an advertisement, the gate or the end of the issue. */
export function Slide({ spread, slot, advertisements, onTurn, ...sheet }: Options) {
  const { current } = sheet
  return (
    <div
      className={styles.slot}
      style={{ transform: `translateX(${(slot - 1) * 100}%)` }}
      inert={!current}
      aria-hidden={!current || undefined}
      data-current={current || undefined}
      data-kind={spread.kind}
    >
      {spread.kind === 'gate' && <Gate page={spread.page} />}
      {spread.kind === 'end' && <EndOfIssue current={current} />}
      {spread.kind === 'advertisement' && (
        <Advertisement
          advertisement={advertisements[spread.turn % advertisements.length]}
          current={current}
          onSkip={() => onTurn(1)}
        />
      )}
      {spread.kind === 'pages' && <PageSheet {...sheet} />}
    </div>
  )
}

/** The pages of a slide side by side. */
function PageSheet({ pages, current, frame, fit, view, density, thrifty, marks, mark, onArticle }: Sheet) {
  const size = fitted(frame, proportionsOf(pages))
  const resting = fit === 'width' ? widthView(size, frame) : pageView(size, frame)
  const scale = current ? view.scale : resting.scale
  return (
    <div
      ref={current ? view.sheet : undefined}
      className={styles.sheet}
      style={{ width: size.width, height: size.height, ...(current ? {} : { transform: transformOf(resting) }) }}
    >
      {pages.map((page, index) => {
        const proportions = page.width / page.height
        const width = size.height * proportions
        const left = size.height * widthsOf(pages.slice(0, index))
        return (
          <div key={page.number} className={styles.pageSlot} style={{ width }}>
            <Page
              page={page}
              height={size.height}
              current={current}
              width={imageWidth({ shown: width * scale, density, proportions, thrifty })}
              marks={current ? marks.filter((each) => each.page === page.number) : NO_MARKS}
              mark={current ? mark : null}
              onArticle={onArticle}
              tiles={
                current && (
                  <Tiles page={page} box={{ left, width, height: size.height }} view={view} frame={frame} density={density} />
                )
              }
            />
          </div>
        )
      })}
    </div>
  )
}
