/** Returns the subscription number shown to people: "V-000042". */
export function subscriptionNumber(id: number): string {
  return `V-${String(id).padStart(6, '0')}`
}
