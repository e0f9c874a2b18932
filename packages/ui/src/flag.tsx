import style from './flag.module.css'

/** Countries whose flag is in the style sheet, which is smaller than in the scripts of every page. */
const DRAWN = ['at', 'de', 'ch', 'lu', 'fr', 'gb']

/** Flag of a country by its ISO code (`uk` is drawn as `gb`); without a drawing the code is shown. */
export function Flag({ country, label }: { country: string; label?: string }) {
  const lower = country.toLowerCase()
  const code = lower === 'uk' ? 'gb' : lower
  const isDrawn = DRAWN.includes(code)
  const spoken = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <span className={isDrawn ? style.flag : style.code} data-flag={code} {...spoken}>
      {!isDrawn && code.toUpperCase()}
    </span>
  )
}
