import { languageTag, textDirection } from '@kiosk/domain/text-direction'
import { xmlLine } from './xml-line.ts'

/** Returns a page of an EPUB. `title` is text, `body` is XHTML. `type`: kind of the whole page, in the vocabulary of EPUB. */
export function xhtmlPage(page: { title: string; language: string; type: string | null; body: string }): string {
  const { title, language, type, body } = page
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${languageAttributes(language)}>
<head><title>${xmlLine(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body${type ? ` epub:type="${type}" class="${type}"` : ''}>
${body}
</body>
</html>
`
}

/** Returns the attributes of an element whose text is in this language. */
export function languageAttributes(language: string): string {
  const tag = languageTag(language)
  return `lang="${tag}" xml:lang="${tag}" dir="${textDirection(language)}"`
}
