/** @throws for a body that is not a JSON object, without quoting it */
export async function jsonOf(response: Response, what: string): Promise<object> {
  const found = jsonIn(await response.text())
  if (!found) throw new Error(`${what} did not answer with a JSON object`)
  return found
}

/** @returns null for what is not a JSON object, such as the page of a proxy */
export function jsonIn(text: string): object | null {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' ? found : null
  } catch {
    return null
  }
}
