/** A signed event whose contents are not those that its provider documents. Its message is logged and has no values of the event. */
export class MalformedEvent extends Error {}

/** Reads the JSON of a signed event. @throws MalformedEvent */
export function readSignedEvent<Signed, Result>(body: string, read: (signed: Signed) => Result): Result {
  try {
    return read(JSON.parse(body) as Signed)
  } catch (error) {
    throw new MalformedEvent((error as Error).name)
  }
}
