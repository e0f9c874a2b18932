import { contrast } from '@kiosk/domain/contrast'
import tokensFile from '@kiosk/ui/tokens.css?raw'
import style from './pieces.module.css'

const THEMES = ['light', 'dark'] as const
const LONG_WORDS = 'Zeitschriftenabonnement verlängern'

/** Names and values at their first declaration in `tokens.css`; new tokens appear without a change here. */
const tokens = new Map<string, string>()
for (const [, name, value] of tokensFile.matchAll(/^ {2}--([\w-]+):\s*([^;]+);/gm)) tokens.set(name!, tokens.get(name!) ?? value!)
const named = (pattern: RegExp) => [...tokens.keys()].filter((name) => pattern.test(name))
const colours = [...tokens].filter(([, value]) => /^(light-dark\(|#)/.test(value)).map(([name]) => name)

/** Returns the colour "#rrggbb" of a token in a theme; undefined if it is not opaque. */
function inTheme(name: string, theme: (typeof THEMES)[number]): string | undefined {
  const [light, dark = light] = tokens.get(name)?.match(/#[0-9a-f]{6}/g) ?? []
  return theme === 'light' ? light : dark
}

/** Returns the colour to contrast a token with: for text its background, for a background its text. */
function companionOf(name: string): string {
  if (name.startsWith('on-')) return name.slice('on-'.length)
  if (tokens.has(`on-${name}`)) return `on-${name}`
  if (name === 'accent-strong') return 'on-accent'
  return /^paper|-tint$/.test(name) ? 'ink' : 'paper'
}

export function Tokens() {
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Tokens</h2>
      <h3>Colours</h3>
      <p>
        Contrast in both themes with the colour named beside it. Text needs 4.5, large text, icons and edges of controls 3;
        hairlines are decoration.
      </p>
      <table className={style.colours}>
        <thead>
          <tr>
            <th scope="col">Token, with</th>
            {THEMES.map((theme) => (
              <th key={theme} scope="col">
                {theme}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colours.map((name) => (
            <tr key={name} data-token={name}>
              <th scope="row">
                <code>--{name}</code> <span className={style.with}>{companionOf(name)}</span>
              </th>
              {THEMES.map((theme) => (
                <Colour key={theme} name={name} theme={theme} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>

      <h3>Type</h3>
      {named(/^text-/).map((name) => (
        <div key={name} className={style.type} data-token={name}>
          <code>--{name}</code>
          <p lang="de" style={{ fontSize: `var(--${name})`, fontFamily: 'var(--serif)', fontWeight: 600, lineHeight: 1.1 }}>
            {LONG_WORDS}
          </p>
          <p lang="de" style={{ fontSize: `var(--${name})`, lineHeight: 1.25 }}>
            {LONG_WORDS}
          </p>
        </div>
      ))}

      <h3>Spacing</h3>
      {named(/^(space-|gutter|target)/).map((name) => (
        <div key={name} className={style.row} data-token={name}>
          <code>--{name}</code>
          <span className={style.bar} style={{ width: `var(--${name})` }} />
        </div>
      ))}

      <h3>Corners and shadows</h3>
      <div className={style.boxes}>
        {named(/^radius/).map((name) => (
          <div key={name} className={style.box} style={{ borderRadius: `var(--${name})` }} data-token={name}>
            <code>--{name}</code>
          </div>
        ))}
        {named(/^cover-/).map((name) => (
          <div key={name} className={style.plain} style={{ boxShadow: `var(--${name})` }} data-token={name}>
            <code>--{name}</code>
          </div>
        ))}
      </div>
    </section>
  )
}

function Colour({ name, theme }: { name: string; theme: (typeof THEMES)[number] }) {
  const own = inTheme(name, theme)
  const companion = inTheme(companionOf(name), theme)
  return (
    <td>
      <span className={style.swatch} style={{ colorScheme: theme, background: `var(--${name})` }} />
      {own && companion ? contrast(own, companion).toFixed(1) : '–'}
    </td>
  )
}
