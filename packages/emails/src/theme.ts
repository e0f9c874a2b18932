import type { CSSProperties } from 'react'

export const SERIF = 'Fraunces, Georgia, "Times New Roman", serif'
export const SANS = '"Source Sans 3", "Segoe UI", Helvetica, Arial, sans-serif'

/** Colours as inline styles. */
export const light = {
  paper: '#faf7f2',
  sheet: '#fffdfa',
  ink: '#1c1a17',
  muted: '#5d554a',
  hairline: '#e2dacc',
  accent: '#b92e14',
  accentText: '#ab2a12',
  onAccent: '#fffdfa',
}
const dark: typeof light = {
  paper: '#171411',
  sheet: '#211d19',
  ink: '#f2ebdf',
  muted: '#b6ab9b',
  hairline: '#38312a',
  accent: '#ff8163',
  accentText: '#ff8d72',
  onAccent: '#24110b',
}

/** Dark colours and small screens, for mail programs that read a style element. */
export const css = `
body { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; }
@media (max-width: 480px) {
  .frame { padding: 20px 12px 32px !important; }
  .sheet { padding: 28px 20px 24px !important; }
  .title { font-size: 28px !important; }
  .button-frame { width: 100% !important; }
  .press { display: block !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important; color: ${dark.ink} !important; }
  .sheet { background: ${dark.sheet} !important; border-color: ${dark.hairline} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .rule { border-color: ${dark.hairline} !important; }
  .accent { color: ${dark.accentText} !important; }
  .button { background: ${dark.accent} !important; border-color: ${dark.accent} !important; }
  .press { color: ${dark.onAccent} !important; }
  .quiet { background: transparent !important; border-color: ${dark.accentText} !important; }
  .quiet-press { color: ${dark.accentText} !important; }
}
`

export const text: CSSProperties = { margin: '0 0 16px', color: light.ink, font: `17px/1.55 ${SANS}` }
export const small: CSSProperties = { margin: '0 0 12px', color: light.muted, font: `15px/1.5 ${SANS}` }
