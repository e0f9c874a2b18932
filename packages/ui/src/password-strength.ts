/** Common passwords and their parts. */
const TRIED_FIRST =
  /passwor[dt]|passwort|kennwort|geheim|hallo|qwert[yz]|asdf|letmein|admin|welcome|willkommen|motdepasse|bonjour|azerty|iloveyou|abc123|sommer|winter/gi
const IN_A_ROW = /(?:0123|1234|2345|3456|4567|5678|6789|7890|abcd|bcde|cdef|defg|4321|3210)/gi

/**
 * Estimates the strength of a password: 0 guessed at once, 1 weak, 2 fair, 3 good, 4 strong. Advice only; nothing is
 * rejected.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const reduced = password
    .replace(TRIED_FIRST, '*')
    .replace(IN_A_ROW, '#')
    .replace(/(.)\1{2,}/g, '$1$1')
  const alphabet =
    (/[a-zà-ÿ]/.test(reduced) ? 26 : 0) +
    (/[A-ZÀ-Þ]/.test(reduced) ? 26 : 0) +
    (/\d/.test(reduced) ? 10 : 0) +
    (/[^a-zA-Z\dà-ÿÀ-Þ]/.test(reduced) ? 30 : 0)
  const distinct = new Set(reduced).size
  const bits = Math.min(reduced.length, distinct * 2) * Math.log2(Math.max(alphabet, 2))
  if (bits < 28) return 0
  if (bits < 40) return 1
  if (bits < 56) return 2
  return bits < 75 ? 3 : 4
}
