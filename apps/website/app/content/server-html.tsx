/** HTML from the API, which sanitises it on write and on read. No other component inserts such HTML into a page. */
export function ServerHtml({ html, className }: { html: string; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the API, twice
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
