import style from './awning.module.css'

const STRIPES = 12
const WIDTH = 50
const DROP = 46
/** Lower edge of the snow from left to right: x and depth, which is 0 at both ends. */
const SNOW = [
  [0, 0],
  [22, 15],
  [58, 8],
  [104, 19],
  [148, 9],
  [196, 14],
  [236, 7],
  [292, 20],
  [340, 10],
  [384, 16],
  [428, 8],
  [478, 18],
  [530, 9],
  [576, 15],
  [600, 0],
] as const

/** Returns the outline of the snow: a smooth curve through all points of its lower edge. */
function snowPath(): string {
  const edge = SNOW.slice(1).map(([x, depth], place) => {
    const [before, depthBefore] = SNOW[place]!
    const middle = (before + x) / 2
    return `C${middle} ${depthBefore} ${middle} ${depth} ${x} ${depth}`
  })
  return `M0 0${edge.join('')}z`
}

/** A striped awning, with snow and a lit lamp in the cold season. */
export function Awning({ warm }: { warm: boolean }) {
  const stripes = Array.from({ length: STRIPES }, (_, place) => place)
  return (
    <svg className={style.awning} viewBox="0 0 600 72" aria-hidden="true" focusable="false" data-season={warm ? 'warm' : 'cold'}>
      {stripes.map((place) => (
        <path
          key={place}
          className={place % 2 === 0 ? style.colour : style.plain}
          d={`M${place * WIDTH} 0h${WIDTH}v${DROP}a25 25 0 0 1-50 0z`}
        />
      ))}
      <path className={style.shade} d={`M0 ${DROP - 4}h600v4H0z`} />
      {!warm && <path className={style.snow} d={snowPath()} />}
    </svg>
  )
}
