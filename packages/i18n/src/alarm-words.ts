/** Prefixes of the messages for the codes of an alarm, by its kind. The others begin with `DESK.ALARM_WORD.` and the kind. */
const PREFIXES: Partial<Record<string, string>> = {
  suspense: 'DESK.SUSPENSE.REASON',
  'books-differ': 'DESK.MONEY.DIFFERS',
}

/**
 * Returns what a word of an operator alarm says. A word without a message is returned as it is: a country, or a code of another
 * version.
 * @param say looks up a message of `desk` and `desk-money`; returns the key if there is none
 * @param time writes a moment given in ISO 8601
 */
export function alarmWord(
  { kind, word }: { kind: string; word: string },
  { say, time }: { say(key: string): string; time(iso: string): string },
): string {
  if (/^\d{4}-\d\d-\d\dT/.test(word)) return time(word)
  const key = `${PREFIXES[kind] ?? `DESK.ALARM_WORD.${kind}`}.${word.replaceAll(' ', '-')}`
  const found = say(key)
  return found === key ? word : found
}
