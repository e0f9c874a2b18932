/** A decorative line icon next to a text. `shape` is SVG within 24 × 24, `size` a CSS length. */
export function LineIcon({ shape, size, className }: { shape: string; size: string; className?: string | undefined }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes are constants of our code
      dangerouslySetInnerHTML={{ __html: shape }}
    />
  )
}
