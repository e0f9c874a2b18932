/** "V-000042": what people call their contract by. */
export function contractNumber(id: number): string {
  return `V-${String(id).padStart(6, '0')}`
}

/** The contract that a text names, as in "mein Vertrag V-000042"; null = none. */
export function contractIn(text: string): number | null {
  const found = /\bV-?(\d{1,12})\b/i.exec(text)
  return found ? Number(found[1]) : null
}
