/** HTML that a loader got from the API, which cleans it on write and on the way out; the one place where it enters a page. */
export function ServerHtml({ html, className }: { html: string; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the API, twice
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
