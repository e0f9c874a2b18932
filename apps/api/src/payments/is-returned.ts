/** Whether the money of an attempt went back by itself: a debit returned, a charge disputed. */
export function isReturned({ decline_code }: { decline_code: string | null }): boolean {
  return decline_code === 'returned' || decline_code === 'disputed'
}
