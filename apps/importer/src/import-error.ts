/** A file cannot be imported. The message is one line for the operator: the problem and its solution. */
export class ImportError extends Error {
  override name = 'ImportError'
}

export const importErrors = {
  empty: () => new ImportError('is empty (0 bytes): copy or export it again'),
  notPdf: (looksLike: string) => new ImportError(`is not a PDF but looks like ${looksLike}: correct its name, or export a PDF`),
  tooManyBytes: (bytes: number, most: number) =>
    new ImportError(`is too big (${megabytes(bytes)}, at most ${megabytes(most)}): export it with smaller pictures`),
  truncated: () => new ImportError('is truncated: copy it again from its source'),
  encrypted: () => new ImportError('is protected by a password: save a copy without one'),
  damaged: () => new ImportError('is damaged and cannot be opened: export it again'),
  damagedPage: (page: number) => new ImportError(`has a damaged page ${page}: export it again`),
  noPages: () => new ImportError('has no pages: export it again'),
  tooManyPages: (pages: number, most: number) =>
    new ImportError(`has too many pages (${pages}, at most ${most}): split it into several issues`),
  pageTooBig: (page: number, width: number, height: number) =>
    new ImportError(
      `has an impossible page ${page} (${Math.round(width)} × ${Math.round(height)} units): export it in its printed size`,
    ),
  tooSlow: (where: string, seconds: number) =>
    new ImportError(`takes too long (${where} more than ${seconds} s): export it again with fewer layers and effects`),
  tooMuchMemory: (where: string, most: number) =>
    new ImportError(`needs too much memory (${where} more than ${megabytes(most)}): export it with smaller pictures`),
  crashed: (where: string) => new ImportError(`crashes the PDF reader (${where}): export it again with another program`),
  changed: () => new ImportError('changed while it was being read: start the import again when it is complete'),
  unreadable: (reason: string) => new ImportError(`cannot be read (${reason}): check its permissions`),
  wrongSidecar: (sidecar: string, reason: string) => new ImportError(`has a wrong sidecar ${sidecar} (${reason}): correct it`),
  sameIssue: (others: string[]) =>
    new ImportError(
      `claims to be the same issue as ${others.join(', ')}: give them different numbers, editions or (with languageEdition) languages, or set "replaces": true for the correct one`,
    ),
  otherPublication: (issue: string, reason: string) =>
    new ImportError(
      `would replace ${issue}, but ${reason}: give it a different title, number, edition or languageEdition, or set "replaces": true`,
    ),
  missing: () => new ImportError('does not exist: check the name'),
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 0 })} MB`
}
