/** Returns whether the money of an attempt was taken back without a refund of ours: a returned debit or a disputed charge. */
export function isReturned({ decline_code }: { decline_code: string | null }): boolean {
  return decline_code === 'returned' || decline_code === 'disputed'
}
