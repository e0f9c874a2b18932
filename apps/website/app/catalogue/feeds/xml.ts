/** Escapes text for XML content or attribute values and drops characters that XML 1.0 forbids. */
export function xml(text: string | number): string {
  return String(text)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
