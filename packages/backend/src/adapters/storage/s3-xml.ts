import { SaxesParser, type SaxesTagPlain } from 'saxes'

/**
 * Returns the texts of an XML document, in order, by the path of their element: "ListBucketResult/Contents/Key".
 * @throws Error if the document is not well-formed
 */
export function textsByPath(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  const path: string[] = []
  let text = ''
  const addText = (piece: string) => {
    text += piece
  }
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }: SaxesTagPlain) => {
    path.push(name.slice(name.indexOf(':') + 1))
    text = ''
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const found = texts.get(path.join('/'))
    if (found) found.push(text)
    else texts.set(path.join('/'), [text])
    path.pop()
    text = ''
  })
  parser.write(xml).close()
  return texts
}

/** Returns the code of an error response; null if the body is not an S3 error. */
export function errorCodeOf(xml: string): string | null {
  try {
    return textsByPath(xml).get('Error/Code')?.[0] ?? null
  } catch {
    return null
  }
}
