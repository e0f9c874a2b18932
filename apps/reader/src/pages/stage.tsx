import { memo, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import type { Mark } from '../search/hits.ts'
import { useReading } from '../shell/reader-context.ts'
import type { Shown } from './advertisement.tsx'
import { boxInSpread, type PageOf, proportionsOf } from './page-proportions.ts'
import { isThrifty, Sharper, useAhead } from './preload.ts'
import { Slide } from './slide.tsx'
import { keyOfSpread, neighbourOf, type Spread } from './spreads.ts'
import styles from './stage.module.css'
import { useFrame } from './use-frame.ts'
import { useGestures } from './use-gestures.ts'
import { usePointedArticle } from './use-pointed-article.ts'
import { type Fit, useView, type ViewControl } from './use-view.ts'
import {
  bringingIntoSight,
  type Content,
  doubleTapScale,
  type Frame,
  fitted,
  LARGEST_SCALE,
  overflow,
  type Point,
  widthScale,
} from './zoom.ts'

/** Commands of keyboard and bars for the visible pages. */
export type StageControl = {
  zoom(factor: number): void
  fitAgain(): void
  /** Moves the page by pixels; returns false at its edge. */
  moveBy(by: Point): boolean
  /** Returns whether part of the page is outside the window. */
  beyond(): { x: boolean; y: boolean }
  enlarged(): boolean
  size(): { width: number; height: number }
}

type Options = {
  control: RefObject<StageControl | null>
  spreads: readonly Spread[]
  at: number
  seen: ReadonlySet<number>
  /** Pixels reserved for the bars above and below the fitted page. */
  insets: { top: number; bottom: number }
  fit: Fit
  wheel: 'turn' | 'zoom'
  marks: readonly Mark[]
  mark: Mark | null
  advertisements: readonly Shown[]
  onTurn: (direction: 1 | -1) => boolean
  onTools: () => void
  /** Called when the page was zoomed in, to hide the bars. */
  onEnlarged: () => void
  onArticle: (id: string) => void
  onFrame: (frame: { width: number; height: number }) => void
}

/**
 * The visible pages, with the neighbouring slides rendered in advance. Memoised: panels and bars open without rendering pages
 * again, so all props must keep their identity while they are unchanged.
 */
export const Stage = memo(function Stage(options: Options) {
  const { spreads, at, fit, marks, mark } = options
  const { contents } = useReading()
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const frame = useFrame(stage, options.insets, options.onFrame)
  const spread = spreads[at]!
  const pagesOf = (spread: Spread): PageOf[] =>
    spread.kind === 'pages' ? contents.pages.filter((page) => spread.pages.includes(page.number)) : []
  const proportions = proportionsOf(pagesOf(spread))
  const content = useMemo(() => fitted(frame, proportions), [frame, proportions])
  const sharpen = useRef<() => void>(() => undefined)
  const view = useView(content, frame, spread.kind === 'pages' ? fit : 'page', keyOfSpread(spread))
  const visible = { view, content, frame }
  const { articleUnder, hover, highlight } = usePointedArticle(stage, contents.articles)
  useGestures({
    stage,
    track,
    view,
    content,
    frame,
    wheel: options.wheel,
    turn: options.onTurn,
    waits: (point) => spread.kind === 'pages' && edgeAt(point, visible) === 0,
    tap(point, target) {
      const edge = edgeAt(point, visible)
      if (edge) return void options.onTurn(edge)
      const border = Math.min(96, frame.height * 0.14)
      const id = articleUnder(target, point)
      if (id && point.y > border && point.y < frame.height - border) options.onArticle(id)
      else options.onTools()
    },
    doubleTap(point) {
      const enlarged = view.now().scale > fittedScale(content, frame, fit) + 0.05
      if (enlarged) view.fitAgain()
      else view.zoomAround(point, doubleTapScale(content, frame, fit) / view.now().scale, true)
    },
    mayZoom: () => sharpen.current(),
  })

  useStageControl(options.control, visible, fit)
  useMarkInSight(mark, spread, visible)
  const enlarged = useEnlarged(visible, fit, options.onEnlarged)

  const density = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1
  const thrifty = isThrifty()
  const slots = [neighbourOf(spreads, at, -1, options.seen), at, neighbourOf(spreads, at, 1, options.seen)]
  useAhead(spreads, slots[2] === null ? null : neighbourOf(spreads, slots[2]!, 1, options.seen), { frame, density })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only highlights the columns of the link that has the focus
    <div
      ref={stage}
      className={styles.stage}
      data-stage=""
      onPointerMove={hover}
      onFocus={(event) => highlight(event.target.getAttribute('data-article'))}
      onBlur={() => highlight(null)}
      data-enlarged={view.scale > 1.05 || undefined}
    >
      <div ref={track} className={styles.track}>
        {slots.map((index, slot) => {
          const shown = index === null ? undefined : spreads[index]
          if (!shown) return null
          return (
            <Slide
              key={keyOfSpread(shown)}
              spread={shown}
              slot={slot}
              pages={pagesOf(shown)}
              current={index === at}
              frame={frame}
              fit={fit}
              view={view}
              density={density}
              thrifty={thrifty}
              marks={marks}
              mark={mark}
              advertisements={options.advertisements}
              onTurn={options.onTurn}
              onArticle={options.onArticle}
            />
          )
        })}
      </div>
      <Sharper
        pages={pagesOf(spread)}
        size={content}
        enlarged={enlarged}
        scale={enlarged ? LARGEST_SCALE : doubleTapScale(content, frame, fit)}
        density={density}
        now={sharpen}
      />
    </div>
  )
})

const fittedScale = (content: Content, frame: Frame, fit: Fit) => (fit === 'width' ? widthScale(content, frame) : 1)

type Visible = { view: ViewControl; content: Content; frame: Frame }

/** Returns the edge of the frame at which a tap turns the page, as a direction; 0 = none. */
function edgeAt(point: Point, { view, content, frame }: Visible): 1 | -1 | 0 {
  if (overflow(view.now(), content, frame).x) return 0
  const edge = Math.max(56, frame.width * 0.16)
  return point.x < edge ? -1 : point.x > frame.width - edge ? 1 : 0
}

/** Returns whether the reader has zoomed in, and calls back when that begins. */
function useEnlarged({ view, content, frame }: Visible, fit: Fit, onEnlarged: () => void): boolean {
  const enlarged = view.scale > fittedScale(content, frame, fit) + 0.06
  const notify = useRef(onEnlarged)
  notify.current = onEnlarged
  useEffect(() => {
    if (enlarged) notify.current()
  }, [enlarged])
  return enlarged
}

function useStageControl(control: Options['control'], { view, content, frame }: Visible, fit: Fit): void {
  useImperativeHandle(
    control,
    () => ({
      zoom: (factor) => view.zoomAround({ x: frame.width / 2, y: frame.height / 2 }, factor, true),
      fitAgain: view.fitAgain,
      moveBy: (by) => view.moveBy(by, true),
      beyond: () => overflow(view.now(), content, frame),
      enlarged: () => view.now().scale > fittedScale(content, frame, fit) + 0.02,
      size: () => ({ width: frame.width, height: frame.height - frame.top - frame.bottom }),
    }),
    [view, content, frame, fit],
  )
}

/** Moves the visible pages so that a mark on them is in sight. */
function useMarkInSight(mark: Mark | null, spread: Spread, { view, content, frame }: Visible): void {
  const { contents } = useReading()
  useLayoutEffect(() => {
    const box = mark?.box
    if (!box || spread.kind !== 'pages' || !spread.pages.includes(mark.page)) return
    const pages = contents.pages.filter((page) => spread.pages.includes(page.number))
    view.show(bringingIntoSight(view.now(), boxInSpread(box, mark.page, pages), content, frame), true)
  }, [mark, spread, content, frame, contents, view.show, view.now])
}
