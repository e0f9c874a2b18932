/** Returns the subscription number shown to people: "V-000042". */
export function subscriptionNumber(id: number): string {
  return `V-${String(id).padStart(6, '0')}`
}

/** Returns the id in the number of a subscription, also without "V-" and zeros; null if it is not one. */
export function subscriptionOf(typed: string): number | null {
  const digits = /^\s*(?:V-)?(\d{1,15})\s*$/i.exec(typed)?.[1]
  return digits ? Number(digits) : null
}
