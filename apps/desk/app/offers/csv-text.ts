/** Returns the text of a CSV file: UTF-8, or the code page in which spreadsheets on Windows save unless they are told otherwise. */
export function csvText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
