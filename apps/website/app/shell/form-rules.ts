/** What a form holds, by name; an unticked box is missing. */
export type Values = Partial<Record<string, string>>
/** Key of the words for what is wrong with a field; null = nothing. */
export type Rule = (value: string, all: Values) => string | null
export type Rules = Readonly<Record<string, Rule>>

/** Everything that is wrong, by field, in the order of the rules: the same in the browser and in the action. */
export function faultsIn(rules: Rules, values: Values): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const fault = rule(values[name] ?? '', values)
    if (fault) faults[name] = fault
  }
  return faults
}

/** The texts of a form; files are left out. */
export function valuesOf(form: FormData): Values {
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
