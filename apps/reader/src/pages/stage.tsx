import type { Contents } from '@kiosk/domain/reading/endpoints'
import { memo, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { articleAt } from '../article/article-at.ts'
import type { Mark } from '../search/hits.ts'
import { useReading } from '../shell/reader-context.ts'
import { Advertisement, type Shown } from './advertisement.tsx'
import { EndOfIssue } from './end-of-issue.tsx'
import { Gate } from './gate.tsx'
import { imageWidth } from './image-widths.ts'
import { Page } from './page.tsx'
import { isThrifty, Sharper, useAhead } from './preload.ts'
import { keyOfSpread, neighbourOf, type Spread } from './spreads.ts'
import styles from './stage.module.css'
import { Tiles } from './tiles.tsx'
import { useGestures } from './use-gestures.ts'
import { type Fit, transformOf, useView } from './use-view.ts'
import {
  bringingIntoSight,
  doubleTapScale,
  type Frame,
  fitted,
  LARGEST_SCALE,
  overflow,
  type Point,
  pageView,
  widthScale,
  widthView,
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

type PageOf = Contents['pages'][number]
const NO_MARKS: readonly Mark[] = []

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
  const key = keyOfSpread(spread)
  const sharpen = useRef<() => void>(() => undefined)
  const view = useView(content, frame, spread.kind === 'pages' ? fit : 'page', key)

  useGestures({
    stage,
    track,
    view,
    content,
    frame,
    wheel: options.wheel,
    turn: options.onTurn,
    waits: (point) => spread.kind === 'pages' && edgeOf(point) === 0,
    tap(point, target) {
      const edge = edgeOf(point)
      if (edge) return void options.onTurn(edge)
      const border = Math.min(96, frame.height * 0.14)
      const id = articleUnder(target, point)
      if (id && point.y > border && point.y < frame.height - border) options.onArticle(id)
      else options.onTools()
    },
    doubleTap(point) {
      const wide = widthScale(content, frame)
      const enlarged = view.now().scale > (fit === 'width' ? wide : 1) + 0.05
      if (enlarged) view.fitAgain()
      else view.zoomAround(point, doubleTapScale(content, frame, fit) / view.now().scale, true)
    },
    mayZoom: () => sharpen.current(),
  })

  function edgeOf(point: Point): 1 | -1 | 0 {
    if (overflow(view.now(), content, frame).x) return 0
    const edge = Math.max(56, frame.width * 0.16)
    return point.x < edge ? -1 : point.x > frame.width - edge ? 1 : 0
  }

  function articleUnder(target: Element, point: Point): string | null {
    const page = target.closest<HTMLElement>('[data-page]')
    const box = stage.current?.getBoundingClientRect()
    if (!page || !box) return null
    const { left, top, width, height } = page.getBoundingClientRect()
    const at = { x: (point.x + box.left - left) / width, y: (point.y + box.top - top) / height }
    return articleAt(contents.articles, Number(page.dataset.page), at)
  }

  /** Finds the article from the mouse position: words cover the article regions and would swallow hover events. */
  function hover(event: React.PointerEvent) {
    if (event.pointerType !== 'mouse') return
    const box = event.currentTarget.getBoundingClientRect()
    const at = { x: event.clientX - box.left, y: event.clientY - box.top }
    pointOut(event.buttons ? null : articleUnder(event.target as Element, at))
  }

  /** Highlights all columns of an article under the mouse, or whose link has the focus. */
  function pointOut(id: string | null) {
    for (const each of stage.current?.querySelectorAll('[data-article]') ?? [])
      each.toggleAttribute('data-hovered', id !== null && each.getAttribute('data-article') === id)
  }

  useImperativeHandle(
    options.control,
    () => ({
      zoom: (factor) => view.zoomAround({ x: frame.width / 2, y: frame.height / 2 }, factor, true),
      fitAgain: view.fitAgain,
      moveBy: (by) => view.moveBy(by, true),
      beyond: () => overflow(view.now(), content, frame),
      enlarged: () => view.now().scale > (fit === 'width' ? widthScale(content, frame) : 1) + 0.02,
      size: () => ({ width: frame.width, height: frame.height - frame.top - frame.bottom }),
    }),
    [view, content, frame, fit],
  )

  useLayoutEffect(() => {
    const box = mark?.box
    if (!box || spread.kind !== 'pages' || !spread.pages.includes(mark.page)) return
    view.show(
      bringingIntoSight(
        view.now(),
        boxInSpread(
          box,
          mark.page,
          contents.pages.filter((page) => spread.pages.includes(page.number)),
        ),
        content,
        frame,
      ),
      true,
    )
  }, [mark, spread, content, frame, contents, view.show, view.now])

  const enlarged = view.scale > (fit === 'width' ? widthScale(content, frame) : 1) + 0.06
  const notify = useRef(options.onEnlarged)
  notify.current = options.onEnlarged
  useEffect(() => {
    if (enlarged) notify.current()
  }, [enlarged])

  const density = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1
  const thrifty = isThrifty()
  const slots = [neighbourOf(spreads, at, -1, options.seen), at, neighbourOf(spreads, at, 1, options.seen)]
  useAhead(spreads, slots[2] === null ? null : neighbourOf(spreads, slots[2]!, 1, options.seen), (page) =>
    imageWidth({
      shown: fitted(frame, page.width / page.height).width,
      density,
      proportions: page.width / page.height,
      thrifty,
    }),
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only highlights the columns of the link that has the focus
    <div
      ref={stage}
      className={styles.stage}
      data-stage=""
      onPointerMove={hover}
      onFocus={(event) => pointOut(event.target.getAttribute('data-article'))}
      onBlur={() => pointOut(null)}
      data-enlarged={view.scale > 1.05 || undefined}
    >
      <div ref={track} className={styles.track}>
        {slots.map((index, slot) => {
          const shown = index === null ? undefined : spreads[index]
          if (!shown) return null
          const current = index === at
          const pages = pagesOf(shown)
          const size = current ? content : fitted(frame, proportionsOf(pages))
          const resting = fit === 'width' ? widthView(size, frame) : pageView(size, frame)
          const scale = current ? view.scale : resting.scale
          return (
            <div
              key={keyOfSpread(shown)}
              className={styles.slot}
              style={{ transform: `translateX(${(slot - 1) * 100}%)` }}
              inert={!current}
              aria-hidden={!current || undefined}
              data-current={current || undefined}
              data-kind={shown.kind}
            >
              {shown.kind === 'gate' && <Gate page={shown.page} />}
              {shown.kind === 'end' && <EndOfIssue current={current} />}
              {shown.kind === 'advertisement' && (
                <Advertisement
                  advertisement={options.advertisements[shown.turn % options.advertisements.length]}
                  current={current}
                  onSkip={() => options.onTurn(1)}
                />
              )}
              {shown.kind === 'pages' && (
                <div
                  ref={current ? view.sheet : undefined}
                  className={styles.sheet}
                  style={{ width: size.width, height: size.height, ...(current ? {} : { transform: transformOf(resting) }) }}
                >
                  {pages.map((page, index) => {
                    const width = size.height * (page.width / page.height)
                    const left = size.height * widthsOf(pages.slice(0, index))
                    return (
                      <div key={page.number} className={styles.pageSlot} style={{ width }}>
                        <Page
                          page={page}
                          height={size.height}
                          current={current}
                          width={imageWidth({ shown: width * scale, density, proportions: page.width / page.height, thrifty })}
                          marks={current ? marks.filter((each) => each.page === page.number) : NO_MARKS}
                          mark={current ? mark : null}
                          onArticle={options.onArticle}
                          tiles={
                            current && (
                              <Tiles
                                page={page}
                                box={{ left, width, height: size.height }}
                                view={view}
                                frame={frame}
                                density={density}
                              />
                            )
                          }
                        />
                      </div>
                    )
                  })}
                </div>
              )}
            </div>
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

/** Returns the width of pages side by side, of height 1. */
const widthsOf = (pages: readonly PageOf[]) => pages.reduce((sum, page) => sum + page.width / page.height, 0)
const proportionsOf = (pages: readonly PageOf[]) => widthsOf(pages) || 0.7

/** Converts a box of one page to fractions of the whole slide. */
function boxInSpread([x, y, width, height]: readonly [number, number, number, number], page: number, pages: readonly PageOf[]) {
  const all = proportionsOf(pages)
  const before = proportionsOf(pages.filter((each) => each.number < page))
  const own = proportionsOf(pages.filter((each) => each.number === page))
  const left = pages.some((each) => each.number < page) ? before : 0
  return { x: (left + x * own) / all, y, width: (width * own) / all, height }
}

/** Returns the size of the viewport and the heights reserved for bars; referentially stable while nothing changes. */
function useFrame(
  stage: RefObject<HTMLElement | null>,
  insets: { top: number; bottom: number },
  onFrame: Options['onFrame'],
): Frame {
  const [size, setSize] = useState(() => ({ width: innerWidth, height: innerHeight }))
  const notify = useRef(onFrame)
  notify.current = onFrame
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      if (width && height) {
        setSize((size) => (size.width === width && size.height === height ? size : { width, height }))
        notify.current({ width, height })
      }
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  return useMemo(() => ({ ...size, top: insets.top, bottom: insets.bottom }), [size, insets.top, insets.bottom])
}
