/** Saves data as a file of the browser. */
export function saveFile(data: Blob, name: string): void {
  const address = URL.createObjectURL(data)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
