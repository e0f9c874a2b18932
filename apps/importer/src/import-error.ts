import { RejectedPdf } from '@kiosk/backend/adapters/pdf-importer'
import { count } from '@kiosk/backend/format-count'

/** A file cannot be imported. The message is one line for the operator: the problem and its solution. */
export class ImportError extends RejectedPdf {
  override name = 'ImportError'
}

type Values = Record<string, string | number>
const error = (code: string, message: string, values: Values = {}) => new ImportError(code, values, message)

/** Each code has a message at the desk: `DESK.UPLOAD.PROBLEM.{code}`. */
export const importErrors = {
  empty: () => error('empty', 'is empty (0 bytes): copy or export it again'),
  notPdf: (looksLike: string) => error('notPdf', `is not a PDF but looks like ${looksLike}: correct its name, or export a PDF`),
  tooManyBytes: (bytes: number, most: number) =>
    error('tooManyBytes', `is too big (${megabytes(bytes)}, at most ${megabytes(most)}): export it with smaller pictures`, {
      size: megabytes(bytes),
      most: megabytes(most),
    }),
  truncated: () => error('truncated', 'is truncated: copy it again from its source'),
  encrypted: () => error('encrypted', 'is protected by a password: save a copy without one'),
  damaged: () => error('damaged', 'is damaged and cannot be opened: export it again'),
  damagedPage: (page: number) => error('damagedPage', `has a damaged page ${page}: export it again`, { page }),
  noPages: () => error('noPages', 'has no pages: export it again'),
  tooManyPages: (pages: number, most: number) =>
    error('tooManyPages', `has too many pages (${pages}, at most ${most}): split it into several issues`, { pages, most }),
  tooMuchText: (most: number) =>
    error('tooMuchText', `has too much text (more than ${most} words): split it into several issues`, { most }),
  pageTooBig: (page: number, width: number, height: number) =>
    error(
      'pageTooBig',
      `has an impossible page ${page} (${Math.round(width)} × ${Math.round(height)} units): export it in its printed size`,
      { page },
    ),
  tooSlow: (where: string, seconds: number) =>
    error('tooSlow', `takes too long (${where} more than ${seconds} s): export it again with fewer layers and effects`),
  tooMuchMemory: (where: string, most: number) =>
    error('tooMuchMemory', `needs too much memory (${where} more than ${megabytes(most)}): export it with smaller pictures`),
  crashed: (where: string) => error('crashed', `crashes the PDF reader (${where}): export it again with another program`),
  notStarted: () => error('notStarted', 'could not be read, because the PDF reader did not start: import it again later'),
  changed: () => error('changed', 'changed while it was being read: start the import again when it is complete'),
  unreadable: (reason: string) => error('unreadable', `cannot be read (${reason}): check its permissions`),
  wrongSidecar: (sidecar: string, reason: string) =>
    error('wrongSidecar', `has a wrong sidecar ${sidecar} (${reason}): correct it`, { reason }),
  sameIssue: (others: string[]) =>
    error(
      'sameIssue',
      `claims to be the same issue as ${others.join(', ')}: give them different numbers, editions or (with languageEdition) languages, or set "replaces": true for the correct one`,
    ),
  otherPublication: (issue: string, { code, values, message }: ImportError) =>
    error(
      code,
      `would replace ${issue}, but ${message}: give it a different title, number, edition or languageEdition, or set "replaces": true`,
      values,
    ),
  missing: () => error('missing', 'does not exist: check the name'),
}

/** Why a file looks like another publication than the issue that it would replace. */
export const differences = {
  otherLanguage: (language: string, before: string) =>
    error('otherLanguage', `is in another language (${language}, published: ${before})`, { language, before }),
  otherPageCount: (pages: number, before: number) =>
    error('otherPageCount', `has ${count(pages, 'page')} instead of ${before}`, { pages, before }),
  otherText: (percent: number) => error('otherText', `shares only ${percent} % of its text`, { percent }),
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 0 })} MB`
}
