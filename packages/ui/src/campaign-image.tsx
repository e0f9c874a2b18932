import type { CSSProperties, ReactNode } from 'react'
import style from './campaign-image.module.css'

/**
 * Illustration in the colours of the campaign around it: `a` accent, `i` ink, `l` light, `m` between background and accent. It
 * fills the box around it.
 */
export function CampaignImage({ picture: image }: { picture: keyof typeof scenes }) {
  return (
    <svg
      className={style.picture}
      viewBox="0 0 800 600"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      {scenes[image]}
    </svg>
  )
}

type Colours = { paper: string; ink: string; accent: string; onAccent: string }

/** Returns a campaign's colours as CSS custom properties. */
export function campaignColours({ paper, ink, accent, onAccent }: Colours) {
  return {
    '--campaign-paper': paper,
    '--campaign-ink': ink,
    '--campaign-accent': accent,
    '--campaign-on-accent': onAccent,
  } as CSSProperties
}

const { a, i, l, m, s } = style
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const dots = (count: number, radius: number, className: string | undefined, seed = 7) =>
  upTo(count).map((n) => {
    const x = (n * 197 * seed) % 800
    const y = (n * 131 * seed) % 560
    return <circle key={`${x}-${y}`} className={className} cx={x} cy={y} r={radius * (0.5 + ((n * 37) % 10) / 10)} />
  })
const rays = (x: number, y: number, count: number, from: number, to: number) =>
  upTo(count).map((n) => {
    const angle = (n / count) * Math.PI * 2
    const at = (distance: number) => `${Math.round(x + Math.cos(angle) * distance)} ${Math.round(y + Math.sin(angle) * distance)}`
    return <path key={n} className={s} d={`M${at(from)}L${at(to)}`} />
  })
const egg = (x: number, y: number, size: number, turn: number, className: string | undefined, band: string | undefined) => (
  <g key={x} transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
    <path className={className} d="M0-70C34-70 52-22 52 14A52 52 0 0 1-52 14C-52-22-34-70 0-70Z" />
    <path className={band} d="M-51 4l17-13 17 13 17-13 17 13 17-13 17 13v17l-17-13-17 13-17-13-17 13-17-13-17 13Z" />
  </g>
)
const pine = (x: number, y: number, size: number, className: string | undefined) => (
  <path
    key={x}
    className={className}
    transform={`translate(${x} ${y}) scale(${size})`}
    d="M0-200 46-118H22l44 70H32l56 88H12v44h-24v-44h-76l56-88h-34l44-70h-24Z"
  />
)
const palm = (x: number, y: number, size: number) => (
  <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
    <path className={i} d="M-8 0C6-90 2-170 34-240l10 6C18-170 22-90 14 0Z" />
    <path
      className={a}
      d="M38-238c-46-40-104-34-134 6 44-18 84-16 134-6Zm0 0c-30-52-18-92 30-112-10 42-10 72-30 112Zm0 0c40-48 98-50 132-14-46-12-84-4-132 14Zm0 0c54-10 98 22 102 74-26-40-56-62-102-74Zm0 0c-50-4-88 34-86 84 22-40 46-66 86-84Z"
    />
  </g>
)

const scenes = {
  eggs: (
    <>
      <circle className={l} cx="560" cy="190" r="150" />
      <path className={m} d="M0 430C160 350 300 380 430 420s250 30 370-40v220H0Z" />
      {egg(190, 320, 1.05, -14, a, l)}
      {egg(305, 300, 0.7, 10, l, a)}
      {egg(610, 300, 1.2, 12, a, m)}
      <path className={i} d="M0 500c90-40 150-10 230-24s160-36 260-6 200 20 310-20v150H0Z" />
    </>
  ),
  meadow: (
    <>
      <circle className={l} cx="200" cy="170" r="110" />
      <path className={m} d="M0 400C200 300 330 340 480 390s230 10 320-50v260H0Z" />
      <path className={a} d="M0 480c140-70 270-50 400-20s280 20 400-40v180H0Z" />
      {[60, 150, 235, 590, 660, 745].map((x, n) => (
        <g key={x} transform={`translate(${x} ${470 - (n % 3) * 22})`}>
          <path className={s} d="M0 90V0" />
          <path className={l} d="M0 0C-30-10-30-50-12-62l12 16 12-16C30-50 30-10 0 0Z" />
        </g>
      ))}
    </>
  ),
  sun: (
    <>
      {rays(520, 230, 28, 195, 720)}
      <circle className={l} cx="520" cy="230" r="170" />
      <circle className={a} cx="520" cy="230" r="132" />
      <path className={m} d="M0 470q200-60 400-10t400-10v150H0Z" />
      <path className={i} d="M60 560l90-170 26 12-34 74 150 18 40-96 24 10-46 152h-26l12-36-164-20-44 56Z" />
    </>
  ),
  waves: (
    <>
      <circle className={l} cx="590" cy="180" r="105" />
      <path className={m} d="M120 330l90-150 90 150Z" />
      {[340, 400, 460, 520].map((y, n) => (
        <path
          key={y}
          className={[m, a, m, i][n]}
          d={`M${-n * 40} ${y}q50-40 100 0t100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0V600H${-n * 40}Z`}
        />
      ))}
    </>
  ),
  palms: (
    <>
      <circle className={l} cx="400" cy="300" r="190" />
      <path className={m} d="M0 420q200 24 400 0t400 0v180H0Z" />
      <path className={a} d="M0 500c160-50 320-40 440 0s240 20 360-30v130H0Z" />
      {palm(110, 520, 1.25)}
      {palm(660, 500, 1.5)}
    </>
  ),
  hills: (
    <>
      <circle className={l} cx="180" cy="160" r="92" />
      <path className={m} d="M0 420 190 190l120 140 130-190 210 250 70-70 80 90v190H0Z" />
      <path className={l} d="m440 140 60 72-40-10-24 26-28-22-22 10Z" />
      <path className={a} d="M0 470c140-80 280-40 400-10s270 10 400-60v200H0Z" />
      <path className={i} d="M0 540c160-50 300-20 420-10s260-10 380-40v110H0Z" />
    </>
  ),
  campus: (
    <>
      <circle className={l} cx="400" cy="240" r="210" />
      <path className={a} d="M150 260 400 130l250 130Z" />
      {[190, 280, 370, 460, 550].map((x) => (
        <path key={x} className={m} d={`M${x} 290h60v190h-60Z`} />
      ))}
      <path className={i} d="M140 260h520v30H140Zm-20 220h560v34H120Zm-40 34h640v86H80Z" />
      <circle className={l} cx="400" cy="210" r="26" />
    </>
  ),
  rafters: (
    <>
      <path className={l} d="M0 0h800v600H0Z" opacity=".35" />
      <path className={a} d="M40 330 400 70l360 260-30 34L400 126 70 364Z" />
      {[150, 275, 400, 525, 650].map((x) => (
        <path key={x} className={m} d={`M${x - 14} ${140 + Math.abs(x - 400) * 0.68}h28V600h-28Z`} />
      ))}
      <path className={i} d="M80 420h640v30H80Zm-40 120h720v60H40Z" />
    </>
  ),
  pines: (
    <>
      {dots(34, 2.4, l, 3)}
      <circle className={l} cx="590" cy="150" r="78" />
      <path className={m} d="M0 440q200-90 400-30t400-30v220H0Z" />
      {[90, 200, 640, 740].map((x, n) => pine(x, 500 - (n % 2) * 20, 1.1 + (n % 3) * 0.25, m))}
      {[20, 290, 540, 790].map((x, n) => pine(x, 560, 1.1 + (n % 2) * 0.3, i))}
      <path className={a} d="M330 470h140l30 130H300Z" />
      <path className={l} d="M340 470 250 170l30-10 90 310Zm120 0 90-300-30-10-90 310Z" opacity=".25" />
    </>
  ),
  arcs: (
    <>
      {[300, 245, 190, 135, 80].map((radius, n) => (
        <circle key={radius} className={[m, l, a, l, i][n]} cx="430" cy="330" r={radius} />
      ))}
      <path className={m} d="M0 500h800v100H0Z" />
    </>
  ),
  snow: (
    <>
      {dots(60, 4, l, 5)}
      <path className={m} d="M0 420q220-110 430-30t370-40v250H0Z" />
      {pine(130, 460, 1.5, a)}
      {pine(670, 450, 1.8, a)}
      {pine(270, 480, 0.9, m)}
      <path className={l} d="M0 500q220-60 420-14t380-26v140H0Z" />
    </>
  ),
  window: (
    <>
      <path className={m} d="M170 60h460v380H170Z" />
      <path className={l} d="M190 80h200v160H190Zm220 0h200v160H410ZM190 260h200v160H190Zm220 0h200v160H410Z" />
      <circle className={a} cx="520" cy="150" r="46" />
      <path className={a} d="M120 30h60c14 150-10 300-60 430Zm560 0h-60c-14 150 10 300 60 430Z" />
      <path className={i} d="M60 470h680v36H60Zm60 36h24v94h-24Zm536 0h24v94h-24Z" />
    </>
  ),
  night: (
    <>
      {dots(46, 2.6, l, 11)}
      <path className={a} d="M600 80a110 110 0 1 0 80 190A130 130 0 0 1 600 80Z" />
      <path className={m} d="M0 340h90v-60h80v110h70V230h100v150h60v-90h90v120h80V300h100v90h130v210H0Z" />
      {upTo(28).map((n) => (
        <path key={n} className={n % 3 ? a : l} d={`M${30 + ((n * 97) % 740)} ${410 + ((n * 53) % 150)}h14v20h-14Z`} />
      ))}
    </>
  ),
  confetti: (
    <>
      <circle className={l} cx="420" cy="310" r="230" />
      {upTo(44).map((n) => (
        <rect
          key={n}
          className={[a, m, i, l][n % 4]}
          width={n % 2 ? 34 : 16}
          height="16"
          rx={n % 3 ? 2 : 8}
          transform={`translate(${(n * 173) % 800} ${(n * 109) % 560}) rotate(${(n * 47) % 180})`}
        />
      ))}
      <path className={m} d="M0 520h800v80H0Z" />
    </>
  ),
} satisfies Record<string, ReactNode>
