/** HTML from the API, which sanitises it on write and on read. The only place where such HTML enters a page. */
export function ServerHtml({ html, className }: { html: string; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the API, twice
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
