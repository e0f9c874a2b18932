import { dayInVienna } from '@kiosk/domain/day'

/** Returns the number of a declaration, with its date in Vienna, for receipt and support: "K-20261121-42", "W-20261121-43". */
export function terminationNumber({ id, kind, received_at }: { id: number; kind: string; received_at: Date }): string {
  return `${kind === 'cancel' ? 'K' : 'W'}-${dayInVienna(received_at).replaceAll('-', '')}-${id}`
}
