import type { Contents } from '@kiosk/domain/reading/endpoints'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { articleAt } from '../article/article-at.ts'
import type { Mark } from '../search/hits.ts'
import { useReading } from '../shell/reader-context.ts'
import { Advertisement, type Shown } from './advertisement.tsx'
import { isThrifty, Sharper, useAhead } from './ahead.ts'
import { Gate } from './gate.tsx'
import { Page } from './page.tsx'
import { pictureWidth } from './picture-widths.ts'
import styles from './stage.module.css'
import { keyOfStop, neighbourOf, type Stop } from './stops.ts'
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

/** What the keyboard and the bars may do with the pages in sight. */
export type StageControl = {
  zoom(factor: number): void
  fitAgain(): void
  /** Moves the page by pixels; false at its edge. */
  moveBy(by: Point): boolean
  /** Whether there is more of the page than one sees. */
  beyond(): { x: boolean; y: boolean }
  enlarged(): boolean
  size(): { width: number; height: number }
}

type Given = {
  control: RefObject<StageControl | null>
  stops: readonly Stop[]
  at: number
  seen: ReadonlySet<number>
  /** Pixels kept free for the bars above and below the fitted page. */
  insets: { top: number; bottom: number }
  fit: Fit
  wheel: 'turn' | 'zoom'
  marks: readonly Mark[]
  mark: Mark | null
  advertisements: readonly Shown[]
  onTurn: (direction: 1 | -1) => boolean
  onTools: () => void
  /** The page was enlarged: it wants the whole window. */
  onEnlarged: () => void
  onArticle: (id: string) => void
  onFrame: (frame: { width: number; height: number }) => void
}

type PageOf = Contents['pages'][number]
const NO_MARKS: readonly Mark[] = []

/** The pages in sight and, drawn ready beside them, those one turn away. */
export function Stage(given: Given) {
  const { stops, at, fit, marks, mark } = given
  const { contents } = useReading()
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const frame = useFrame(stage, given.insets, given.onFrame)
  const stop = stops[at]!
  const pagesOf = (stop: Stop): PageOf[] =>
    stop.kind === 'pages' ? contents.pages.filter((page) => stop.pages.includes(page.number)) : []
  const proportions = proportionsOf(pagesOf(stop))
  const content = useMemo(() => fitted(frame, proportions), [frame, proportions])
  const key = keyOfStop(stop)
  const sharpen = useRef<() => void>(() => undefined)
  const view = useView(content, frame, stop.kind === 'pages' ? fit : 'page', key)

  useGestures({
    stage,
    track,
    view,
    content,
    frame,
    wheel: given.wheel,
    turn: given.onTurn,
    waits: (point) => stop.kind === 'pages' && edgeOf(point) === 0,
    tap(point, target) {
      const edge = edgeOf(point)
      if (edge) return void given.onTurn(edge)
      const border = Math.min(96, frame.height * 0.14)
      const id = articleUnder(target, point)
      if (id && point.y > border && point.y < frame.height - border) given.onArticle(id)
      else given.onTools()
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

  /** Words lie over the regions of articles and would swallow a hover: the whole article is told from where the mouse is. */
  function hover(event: React.PointerEvent) {
    if (event.pointerType !== 'mouse') return
    const box = event.currentTarget.getBoundingClientRect()
    const at = { x: event.clientX - box.left, y: event.clientY - box.top }
    pointOut(event.buttons ? null : articleUnder(event.target as Element, at))
  }

  /** Shows all columns of an article as one: under the mouse, or when its link has the focus. */
  function pointOut(id: string | null) {
    for (const each of stage.current?.querySelectorAll('[data-article]') ?? [])
      each.toggleAttribute('data-hovered', id !== null && each.getAttribute('data-article') === id)
  }

  useImperativeHandle(
    given.control,
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
    if (!box || stop.kind !== 'pages' || !stop.pages.includes(mark.page)) return
    view.show(
      bringingIntoSight(
        view.now(),
        boxInStop(
          box,
          mark.page,
          contents.pages.filter((page) => stop.pages.includes(page.number)),
        ),
        content,
        frame,
      ),
      true,
    )
  }, [mark, stop, content, frame, contents, view.show, view.now])

  const enlarged = view.scale > (fit === 'width' ? widthScale(content, frame) : 1) + 0.06
  const tell = useRef(given.onEnlarged)
  tell.current = given.onEnlarged
  useEffect(() => {
    if (enlarged) tell.current()
  }, [enlarged])

  const density = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1
  const thrifty = isThrifty()
  const slots = [neighbourOf(stops, at, -1, given.seen), at, neighbourOf(stops, at, 1, given.seen)]
  useAhead(stops, slots[2] === null ? null : neighbourOf(stops, slots[2]!, 1, given.seen), (page) =>
    pictureWidth({
      shown: fitted(frame, page.width / page.height).width,
      density,
      proportions: page.width / page.height,
      thrifty,
    }),
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows which columns belong to the link with the focus
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
          const shown = index === null ? undefined : stops[index]
          if (!shown) return null
          const current = index === at
          const pages = pagesOf(shown)
          const size = current ? content : fitted(frame, proportionsOf(pages))
          const resting = fit === 'width' ? widthView(size, frame) : pageView(size, frame)
          const scale = current ? view.scale : resting.scale
          return (
            <div
              key={keyOfStop(shown)}
              className={styles.slot}
              style={{ transform: `translateX(${(slot - 1) * 100}%)` }}
              inert={!current}
              aria-hidden={!current || undefined}
              data-current={current || undefined}
              data-kind={shown.kind}
            >
              {shown.kind === 'gate' && <Gate page={shown.page} />}
              {shown.kind === 'advertisement' && (
                <Advertisement
                  advertisement={given.advertisements[shown.turn % given.advertisements.length]}
                  current={current}
                  onSkip={() => given.onTurn(1)}
                />
              )}
              {shown.kind === 'pages' && (
                <div
                  ref={current ? view.sheet : undefined}
                  className={styles.sheet}
                  style={{ width: size.width, height: size.height, ...(current ? {} : { transform: transformOf(resting) }) }}
                >
                  {pages.map((page) => {
                    const width = size.height * (page.width / page.height)
                    return (
                      <div key={page.number} className={styles.leaf} style={{ width }}>
                        <Page
                          page={page}
                          current={current}
                          wanted={pictureWidth({ shown: width * scale, density, proportions: page.width / page.height, thrifty })}
                          marks={current ? marks.filter((each) => each.page === page.number) : NO_MARKS}
                          mark={current ? mark : null}
                          onArticle={given.onArticle}
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
        pages={pagesOf(stop)}
        size={content}
        scale={enlarged ? LARGEST_SCALE : doubleTapScale(content, frame, fit)}
        density={density}
        now={sharpen}
      />
    </div>
  )
}

const proportionsOf = (pages: readonly PageOf[]) => pages.reduce((sum, page) => sum + page.width / page.height, 0) || 0.7

/** A box of one page as fractions of all pages of the stop. */
function boxInStop([x, y, width, height]: readonly [number, number, number, number], page: number, pages: readonly PageOf[]) {
  const all = proportionsOf(pages)
  const before = proportionsOf(pages.filter((each) => each.number < page))
  const own = proportionsOf(pages.filter((each) => each.number === page))
  const left = pages.some((each) => each.number < page) ? before : 0
  return { x: (left + x * own) / all, y, width: (width * own) / all, height }
}

/** Size of the stage and what of it the bars keep; the same object as long as nothing changes. */
function useFrame(
  stage: RefObject<HTMLElement | null>,
  insets: { top: number; bottom: number },
  onFrame: Given['onFrame'],
): Frame {
  const [size, setSize] = useState(() => ({ width: innerWidth, height: innerHeight }))
  const tell = useRef(onFrame)
  tell.current = onFrame
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      if (width && height) {
        setSize((size) => (size.width === width && size.height === height ? size : { width, height }))
        tell.current({ width, height })
      }
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  return useMemo(() => ({ ...size, top: insets.top, bottom: insets.bottom }), [size, insets.top, insets.bottom])
}
