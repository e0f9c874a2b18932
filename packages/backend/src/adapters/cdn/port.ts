/** What a CDN must no longer send: the answers with any of these surrogate keys. */
export type Purge = {
  /** Keys have neither spaces nor commas. */
  keys: readonly string[]
  /**
   * Something was added and nothing removed: a CDN that can may still send the answers for a moment, while it fetches them again.
   */
  soft: boolean
}

/** A shared cache in front of the servers. */
export type Cdn = {
  /** Unique among the CDNs of a newsstand; for the log and for jobs. */
  name: string
  /** Resolves when the CDN has accepted it. @throws if that is uncertain; a purge can be repeated */
  purge(purge: Purge): Promise<void>
}
