import style from './flag.module.css'

/** Simplified flags, ratio 3:2. */
const flags: Record<string, string> = {
  at: '<path fill="#c8102e" d="M0 0h30v20H0z"/><path fill="#fff" d="M0 6.67h30v6.67H0z"/>',
  de: '<path fill="#1a1a1a" d="M0 0h30v6.67H0z"/><path fill="#d00" d="M0 6.67h30v6.67H0z"/><path fill="#ffce00" d="M0 13.33h30V20H0z"/>',
  ch: '<path fill="#d52b1e" d="M0 0h30v20H0z"/><path fill="#fff" d="M13 4h4v12h-4z"/><path fill="#fff" d="M9 8h12v4H9z"/>',
  lu: '<path fill="#ed2939" d="M0 0h30v6.67H0z"/><path fill="#fff" d="M0 6.67h30v6.67H0z"/><path fill="#00a1de" d="M0 13.33h30V20H0z"/>',
  fr: '<path fill="#002654" d="M0 0h10v20H0z"/><path fill="#fff" d="M10 0h10v20H10z"/><path fill="#ce1126" d="M20 0h10v20H20z"/>',
  gb: '<path fill="#012169" d="M0 0h30v20H0z"/><path stroke="#fff" stroke-width="4" d="m0 0 30 20M30 0 0 20"/><path stroke="#c8102e" stroke-width="1.6" d="m0 0 30 20M30 0 0 20"/><path stroke="#fff" stroke-width="6.6" d="M15 0v20M0 10h30"/><path stroke="#c8102e" stroke-width="4" d="M15 0v20M0 10h30"/>',
}

/** Flag of a country by its ISO code (`uk` is drawn as `gb`); without a drawing the code is shown. */
export function Flag({ country, label }: { country: string; label?: string }) {
  const lower = country.toLowerCase()
  const code = lower === 'uk' ? 'gb' : lower
  const drawing = flags[code]
  const spoken = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  if (!drawing) {
    return (
      <span className={style.code} data-flag={code} {...spoken}>
        {code.toUpperCase()}
      </span>
    )
  }
  return (
    <svg
      className={style.flag}
      data-flag={code}
      viewBox="0 0 30 20"
      width="24"
      height="16"
      focusable="false"
      {...spoken}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings are constants of this file
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
