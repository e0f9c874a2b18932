/** Values of a form by name; unchecked boxes are missing. */
export type Values = Partial<Record<string, string>>
/** Returns the message key of a field's error; null = valid. */
export type Rule = (value: string, all: Values) => string | null
export type Rules = Readonly<Record<string, Rule>>

/** Returns the message key of a validation error; null = valid. */
export const validationKey = (fault: string | null) => fault && `VALIDATION.${fault}`

/** Returns all errors by field, in the order of the rules. Used in the browser and in actions. */
export function validate(rules: Rules, values: Values): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const fault = rule(values[name] ?? '', values)
    if (fault) faults[name] = fault
  }
  return faults
}

/** Returns the text values of a form, without files. */
export function valuesOf(form: FormData): Values {
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
