import type { FormEvent } from 'react'

/** Returns the fields of a form exactly as they were typed, such as a password. The browser does not submit the form. */
export function submittedFields<Name extends string>(
  event: FormEvent<HTMLFormElement>,
  ...names: readonly Name[]
): Record<Name, string> {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  return Object.fromEntries(names.map((name) => [name, String(form.get(name))])) as Record<Name, string>
}
