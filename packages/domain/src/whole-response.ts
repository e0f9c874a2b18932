import type { PageTemplate, Piece } from './page-template.ts'
import type { Look } from './page-variant.ts'

/**
 * A response with its body in memory. Callers in the same process read `whole` without a stream, which would cost more than
 * most responses; for everyone else it is an ordinary response.
 */
export class WholeAnswer extends Response {
  /** Text, or its bytes in UTF-8. */
  readonly whole: string | Uint8Array<ArrayBuffer>

  constructor(whole: string | Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(null, init)
    this.whole = whole
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.whole]).stream()
  }
  override async text(): Promise<string> {
    return typeof this.whole === 'string' ? this.whole : new TextDecoder().decode(this.whole)
  }
  override async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return typeof this.whole === 'string' ? new TextEncoder().encode(this.whole) : this.whole.slice()
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }
  override async blob(): Promise<Blob> {
    return new Blob([this.whole])
  }
  override clone(): WholeAnswer {
    return new WholeAnswer(this.whole, this)
  }
}

/** A page of the website, and how other pages can be made from it. */
export class PageAnswer extends WholeAnswer {
  /** The template for visitors with another look. */
  readonly template: PageTemplate
  /** The parts of the look that the template does not leave open. For visitors who differ in them, another page is rendered. */
  readonly varies: readonly (keyof Look)[]
  /** The body in pieces that other visitors get, too; null = it was made for one visitor. */
  readonly pieces: readonly Piece[] | null

  constructor(
    { whole, template, varies, pieces }: Pick<PageAnswer, 'template' | 'varies' | 'pieces'> & { whole: Uint8Array<ArrayBuffer> },
    init: ResponseInit,
  ) {
    super(whole, init)
    this.template = template
    this.varies = varies
    this.pieces = pieces
  }
}

/** Returns a response as a page of the website; null if it is something else. Not `instanceof`, see `wholeOf`. */
export function pageOf(answer: Response): Pick<PageAnswer, 'template' | 'varies' | 'pieces'> | null {
  return (answer as Partial<PageAnswer>).template ? (answer as PageAnswer) : null
}

/**
 * Returns the body of a response that has it in memory, otherwise undefined. Not `instanceof`: the website bundles its own
 * copy of the class.
 */
export function wholeOf(answer: Response): string | Uint8Array | undefined {
  return (answer as Partial<WholeAnswer>).whole
}
