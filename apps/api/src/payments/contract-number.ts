/** "V-000042": what people call their contract by. */
export function contractNumber(id: number): string {
  return `V-${String(id).padStart(6, '0')}`
}
