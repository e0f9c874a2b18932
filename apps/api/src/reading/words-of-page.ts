import { type Files, issueFolder } from '../outside/files/storage.ts'

/** `[text, x, y, width, height]`, fractions of the page. */
export type Word = [string, number, number, number, number]

/** Lines of words as the importer found them; none where the page is a picture. */
export async function wordsOfPage(
  files: Files,
  issue: { uid: string; revision: number },
  page: number,
): Promise<{ lines: Word[][] }> {
  const kept = await files.read(`${issueFolder(issue.uid, issue.revision)}pages/${page}.words.json`)
  return kept ? JSON.parse(kept.toString('utf8')) : { lines: [] }
}
