const LONGEST_FORM_CHARACTERS = 10_000

/** Returns the fields of a sent form; none if it is too long. */
export async function formOf(request: Request): Promise<Record<string, string>> {
  const text = await request.text()
  return text.length > LONGEST_FORM_CHARACTERS ? {} : Object.fromEntries(new URLSearchParams(text))
}
