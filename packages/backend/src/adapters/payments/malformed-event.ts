/**
 * A signed event whose contents differ from the provider's documentation. Its message is logged and contains no values of the
 * event.
 */
export class MalformedEvent extends Error {}

/** Reads the JSON of a signed event. @throws MalformedEvent */
export function readSignedEvent<Signed, Result>(body: string, read: (signed: Signed) => Result): Result {
  try {
    return read(JSON.parse(body) as Signed)
  } catch (error) {
    throw new MalformedEvent((error as Error).name)
  }
}
