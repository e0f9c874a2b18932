/**
 * Loads a page whose parts are added to this one. Its first images are at its top, but not here, so no image is loaded before it
 * is near.
 * @throws Error if the response is not 2xx, or was redirected: content of another page does not belong here
 */
export async function fetchPage(address: string): Promise<Document> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status))
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const image of page.images) {
    image.loading = 'lazy'
    image.decoding = 'async'
    image.removeAttribute('fetchpriority')
  }
  return page
}
