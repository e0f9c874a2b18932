/** What a CDN is to send no longer: the answers with any of these surrogate keys. */
export type Purge = {
  /** Keys have neither spaces nor commas. */
  keys: readonly string[]
  /** Something was added and nothing taken away: for a moment, a CDN that can may send them while it fetches them again. */
  soft: boolean
}

/** A shared cache in front of the servers. */
export type Cdn = {
  /** Unique among those of a newsstand; for the log and for jobs. */
  name: string
  /** Resolves when the CDN has accepted it. @throws if that is uncertain; a purge can be repeated */
  purge(purge: Purge): Promise<void>
}
