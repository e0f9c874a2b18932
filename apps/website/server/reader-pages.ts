import { randomUUID } from 'node:crypto'
import type { Values } from '@kiosk/domain/page-template'
import { variantKey } from '@kiosk/domain/page-variant'
import type { ReaderPage, RenderedPage, RequestContext, WantedPage, WebsiteOptions } from '../app/shell/request-context.ts'
import { beginRendering, type MadePage, type Rendering, render } from './render-page.ts'

/** Size of a kept page in memory, as a multiple of its template: it is filled for a few looks and compressed. */
const SIZE_WITH_LOOKS = 4

/** Returns what the page of a signed-in reader depends on; null if it cannot be kept (ADR-0275). */
async function wantedPage(ctx: RequestContext): Promise<WantedPage | null> {
  if (!ctx.slots) return null
  const { state } = await ctx.who()
  const { slots } = ctx
  // The staff may look at the account, and every page says so.
  if (!slots.user || slots.user.support) return null
  const variant = variantKey({ country: null, language: ctx.language })
  const key = JSON.stringify([ctx.path, variant, state, await ctx.launchOffered(), slots.base])
  return { key, factOf: (name) => slots.factOf(name) }
}

/** Returns a page that is kept for readers like this one, rendered now if necessary; null if there is none. */
export async function keptPage(rendering: Rendering, options: WebsiteOptions): Promise<ReaderPage | null> {
  const { readerPages } = options
  const wanted = readerPages ? await wantedPage(rendering.ctx) : null
  if (!readerPages || !wanted) return null
  const renew = async () => {
    const again = beginRendering(rendering.request, randomUUID(), { ...options, api: readerPages.api })
    const found = await wantedPage(again.ctx)
    const rendered = await renderForMany(again)
    // The reader's data may have changed meanwhile.
    const varies = 'page' in rendered ? rendered.page.varies : []
    const isSame = found?.key === wanted.key && varies.every((name) => found.factOf(name) === wanted.factOf(name))
    return isSame ? rendered : { own: null }
  }
  const kept = readerPages.pages.get(wanted, renew)
  if (kept) return kept
  const rendered = await readerPages.pages.render(wanted, { render: () => renderForMany(rendering), renew })
  return 'page' in rendered ? rendered.page : null
}

/** Renders a page, and returns it for all readers with its key and facts, if it is complete and the same for them. */
async function renderForMany(rendering: Rendering): Promise<RenderedPage<ReaderPage>> {
  const made = await render(rendering)
  const { slots, lookups, shown, varies, incomplete, cookies, opened } = rendering.ctx
  if (!slots || slots.personal || varies.size > 0) return { own: made, isAlways: true }
  if (made?.status !== 200 || made.body !== null || incomplete || cookies.length > 0 || Object.keys(opened).length > 0)
    return { own: made }
  const { headers, template } = made
  if (headers.has('set-cookie') || headers.get('cache-control')?.includes('no-store')) return { own: made }
  const { reads } = slots
  return {
    page: {
      template,
      headers: [...headers],
      lookups,
      varies: [...reads],
      shows: shown.keys,
      bytes: SIZE_WITH_LOOKS * template.bytes,
    },
    isKept: true,
  }
}

/** Returns the values with which a page is filled for this reader; null if they cannot be read. */
export async function valuesOf(lookups: ReaderPage['lookups'], ctx: RequestContext): Promise<Values | null> {
  if (!ctx.slots?.user) return {}
  const { user, texts } = ctx.slots
  try {
    const answers = await Promise.all(lookups.map(({ lookUp, argument }) => lookUp(ctx, user, argument)))
    return Object.assign(texts, ...answers)
  } catch {
    return null
  }
}

export function fromKept({ template, headers }: ReaderPage): MadePage {
  return { status: 200, headers: new Headers(headers.map(([name, value]) => [name, value])), template, body: null }
}
