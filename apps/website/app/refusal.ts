/** What the API refused, or that it could not be reached (status 503): may be shown to people. */
export type Refusal = {
  status: number
  code: string
  /** Text of the server, preferred over `words`. */
  message: string | null
  /** The same as sanitised HTML, where the server sent HTML. */
  html: string | null
  /** Key of the words where there is no message. */
  words: string
  field: string | null
  requestId: string | null
}

/** The refusal in something a loader caught, or in a route's error; null if it is anything else. */
export function refusalIn(thrown: unknown): Refusal | null {
  const held = (thrown as { data?: { refusal?: Refusal } } | null)?.data?.refusal
  return held && typeof held.status === 'number' ? held : null
}
