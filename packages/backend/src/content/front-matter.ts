import { parse } from 'yaml'

/**
 * Splits a Markdown file into its front matter, parsed as YAML, and its trimmed body.
 * @throws Error if it does not begin with front matter
 */
export function frontMatter(text: string): { head: unknown; body: string } {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) throw new Error('does not begin with front matter between two lines of ---')
  return { head: withTexts(head), body: body.trim() }
}

const TEXTS = ['title', 'description', 'headline', 'article', 'issue'] as const

/** Front matter whose strings stay strings: an issue may be called 12e4, a title 2026. */
function withTexts(head: string): unknown {
  const [values, written] = [parse(head) as unknown, parse(head, { schema: 'failsafe' }) as Record<string, unknown> | null]
  if (!values || typeof values !== 'object') return values
  return {
    ...values,
    ...Object.fromEntries(TEXTS.filter((name) => typeof written?.[name] === 'string').map((name) => [name, written![name]])),
  }
}
