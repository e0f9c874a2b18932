import { YEAR_SECONDS } from '@kiosk/domain/time'

export const themes = ['auto', 'light', 'dark'] as const
type ChosenTheme = (typeof themes)[number]

export function chosenTheme(): ChosenTheme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

/** Applies a theme and stores it in the cookie `theme`, which the website reads too. */
export function chooseTheme(theme: ChosenTheme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not available everywhere yet
  document.cookie = `theme=${theme === 'auto' ? 'system' : theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}
