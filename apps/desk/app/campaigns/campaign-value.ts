/** A campaign as it is edited: the value of its file, which may be incomplete. The form changes one part of it at a time. */
export type CampaignValue = Record<string, unknown>

/** Returns what is typed as a number: that number, or the text, which the check of the campaign rejects. Empty = nothing. */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed || undefined
}

/** Returns a number as it is typed. */
export const numberText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''
