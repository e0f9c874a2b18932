/** Returns the id of the text of a page, where texts are opened and read aloud; articles have numeric ids. */
export const pageTextId = (page: number) => `p${page}`

/** Returns the page of such an id; null for the id of an article. */
export const pageOfText = (id: string) => (id.startsWith('p') ? Number(id.slice(1)) : null)
