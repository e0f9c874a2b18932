import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the program does with a picture. */
type Answers = 'well' | 'slowly' | 'not' | 'garbage' | 'endlessly' | 'busily' | 'in unfinished XML'

/** A line of hOCR, with its words from left to right; boxes in pixels of a page of 1000 × 1400. */
export function hocrLine(words: readonly string[], y: number, { confidence = 95, size = 20 } = {}): string {
  const spans = words.map(
    (word, index) =>
      `<span class='ocrx_word' title='bbox ${60 + index * 90} ${y} ${140 + index * 90} ${y + size}; x_wconf ${confidence}'>${word}</span>`,
  )
  const title = `bbox 60 ${y} 960 ${y + size}; baseline 0 -5; x_size ${size}; x_descenders 5; x_ascenders 5`
  return `<span class='ocr_line' title="${title}">${spans.join(' ')}</span>`
}

export function hocrPage(lines: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>
<div class='ocr_page' title='image "stdin"; bbox 0 0 1000 1400; ppageno 0'><p class='ocr_par'>${lines.join('\n')}</p></div></body></html>`
}

/**
 * Writes a program that behaves like Tesseract into a folder: it says its version and data, reads the picture from its input and
 * answers with `hocr`. Each picture is noted, with its arguments, in the file `read`.
 */
export async function fakeTesseract(folder: string, hocr: string) {
  await mkdir(folder, { recursive: true })
  const program = join(folder, 'tesseract')
  const set = (answers: Answers) => writeFile(join(folder, 'answers'), answers)
  await writeFile(join(folder, 'hocr'), hocr)
  await set('well')
  await writeFile(
    program,
    `#!/bin/sh
case "$1" in
  --version) echo "tesseract 5.3.0"; exit 0;;
  --list-langs) printf 'List of available languages in "/data/" (4):\\nFraktur\\ndeu\\neng\\nosd\\n'; exit 0;;
esac
cd '${folder}'
head -c 4 | tail -c 3 >> read
echo " $OMP_THREAD_LIMIT $*" >> read
case "$(cat answers)" in
  well) cat >/dev/null; cat hocr;;
  slowly) echo $$ > pid; exec sleep 60;;
  not) echo "Error opening data file" >&2; echo "Tesseract couldn't load any languages!" >&2; exit 1;;
  garbage) head -c 5000 /dev/urandom;;
  endlessly) exec yes;;
  busily) while :; do :; done;;
  'in unfinished XML') head -c 900 hocr;;
esac
`,
  )
  await chmod(program, 0o755)
  return { program, set }
}
