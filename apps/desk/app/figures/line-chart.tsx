import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import style from './figures.module.css'

export type Point = { day: string; value: number }

/** Size of the drawing area; it stretches to the width of its place. */
const [WIDTH, HEIGHT, MARGIN] = [320, 88, 4]

/** A line over days that fits its place. `label` says in words what it shows. */
export function LineChart({ points, label }: { points: readonly Point[]; label: string }) {
  const values = points.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const x = scaleLinear<number>({ domain: [0, Math.max(points.length - 1, 1)], range: [MARGIN, WIDTH - MARGIN] })
  // Differences of a large number would not be seen from zero; a line without any lies at the bottom.
  const floor = lowest > 0 && highest - lowest < highest / 4 ? lowest - (highest - lowest || highest) / 4 : Math.min(lowest, 0)
  const y = scaleLinear<number>({ domain: [floor, highest === floor ? floor + 1 : highest], range: [HEIGHT - MARGIN, MARGIN] })
  const place = { x: (_: Point, at: number) => x(at), y: ({ value }: Point) => y(value) }
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label} className={style.chart}>
      <AreaClosed data={[...points]} {...place} yScale={y} className={style.area!} />
      <LinePath data={[...points]} {...place} className={style.line!} />
    </svg>
  )
}
