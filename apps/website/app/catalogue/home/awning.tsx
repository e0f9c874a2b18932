import style from './awning.module.css'

const STRIPES = 12
const WIDTH = 50
const DROP = 46
const SNOW = [38, 96, 151, 214, 262, 331, 388, 447, 512, 556]

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
      {!warm && (
        <path
          className={style.snow}
          d={`M0 0h600v9${[...SNOW].reverse().reduce((path, x, place) => `${path}Q${x + 26} ${place % 2 ? 22 : 14} ${x} ${place % 3 ? 10 : 16}`, '')}Q14 20 0 9z`}
        />
      )}
    </svg>
  )
}
