import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { openRegular } from '../regular-file.ts'

export type Element = { name: string; attributes: Record<string, string> }

export const MOST_XML_BYTES = 100 * 1024 * 1024
const DEEPEST = 200

type Handlers = { opens?(element: Element): void; closes?(name: string): void; text?(text: string): void }

/**
 * Reads an XML file as a stream. Names have no namespace prefix. Entities other than the five of XML itself are an error, so
 * that a file can neither include another nor expand without limit.
 * @throws Error with a message of one line, if the file is not well-formed XML, too big or too deep
 */
export async function readXml(path: string, handlers: Handlers): Promise<void> {
  const parser = parserWith(handlers)
  const file = await openRegular(path)
  try {
    if ((await file.stat()).size > MOST_XML_BYTES) throw new Error('the file is too big')
    for await (const piece of file.createReadStream({ encoding: 'utf8', autoClose: false })) parser.write(piece as string)
    parser.close()
  } finally {
    await file.close()
  }
}

/** Like `readXml`, for a text. */
export function readXmlText(text: string, handlers: Handlers): void {
  parserWith(handlers).write(text).close()
}

function parserWith(handlers: Handlers): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw new Error(error.message.replace(/\s+/g, ' '))
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (++depth > DEEPEST) throw new Error('its elements are nested too deeply')
    const plain = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]))
    handlers.opens?.({ name: local(name), attributes: plain })
  })
  parser.on('closetag', ({ name }: { name: string }) => {
    depth--
    handlers.closes?.(local(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  return parser
}
