/** What PostgreSQL rejects and no text of ours contains, as JSON escapes it: NUL, and half of a surrogate pair. */
export const NOT_STORED = /\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i
