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

/** A refusal that the website makes itself, before the API is asked: `words` is the key of what is wrong with `field`. */
export function refusalAt(field: string | null, words: string, status = 400): Refusal {
  return { status, code: 'wrong_input', message: null, html: null, words, field, requestId: null }
}

/** What came of a call: its answer, or the refusal; whatever else goes wrong is thrown on. */
export async function orRefusal<T>(call: Promise<T>): Promise<{ answer: T; refusal: null } | { answer: null; refusal: Refusal }> {
  try {
    return { answer: await call, refusal: null }
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (!refusal) throw thrown
    return { answer: null, refusal }
  }
}
