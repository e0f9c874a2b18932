/** Passwords that are tried first by everybody, and what they are built of. */
const TRIED_FIRST =
  /passwor[dt]|passwort|kennwort|geheim|hallo|qwert[yz]|asdf|letmein|admin|welcome|willkommen|motdepasse|bonjour|azerty|iloveyou|abc123|sommer|winter/gi
const IN_A_ROW = /(?:0123|1234|2345|3456|4567|5678|6789|7890|abcd|bcde|cdef|defg|4321|3210)/gi

/**
 * How long a password would hold against guessing, roughly: 0 at once, 1 weak, 2 fair, 3 good, 4 strong. An advice;
 * nothing is refused by it.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const told = password
    .replace(TRIED_FIRST, '*')
    .replace(IN_A_ROW, '#')
    .replace(/(.)\1{2,}/g, '$1$1')
  const alphabet =
    (/[a-zà-ÿ]/.test(told) ? 26 : 0) +
    (/[A-ZÀ-Þ]/.test(told) ? 26 : 0) +
    (/\d/.test(told) ? 10 : 0) +
    (/[^a-zA-Z\dà-ÿÀ-Þ]/.test(told) ? 30 : 0)
  const distinct = new Set(told).size
  const bits = Math.min(told.length, distinct * 2) * Math.log2(Math.max(alphabet, 2))
  if (bits < 28) return 0
  if (bits < 40) return 1
  if (bits < 56) return 2
  return bits < 75 ? 3 : 4
}
