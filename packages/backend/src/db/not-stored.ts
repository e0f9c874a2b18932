/** Characters that PostgreSQL rejects and that our texts never contain, as escaped in JSON: NUL, and half of a surrogate pair. */
export const NOT_STORED = /\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i
