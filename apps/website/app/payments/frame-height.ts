// How high a provider's page is, it says itself: to the page of ours that frames it, which says it to the page around.

/** No page of a provider is lower or higher; whatever it says. Pixels. */
export const FRAME = { lowest: 240, highest: 4000 } as const
const SAYS = 'payment-frame:height'
const ASKS = 'payment-frame:ask'

/**
 * Script of the page that frames the provider: takes a height from the provider's own window and origin and from nobody else,
 * and passes it on to the page around, which is ours. What embeds itself in the page is measured.
 * @param origin of the provider's page; null = it embeds itself
 */
export function heightScript(origin: string | null): string {
  const given = JSON.stringify({ origin, ...FRAME, says: SAYS, asks: ASKS }).replaceAll('<', '\\u003c')
  return `(g=>{let last=0;const say=()=>{if(parent!==window&&last)parent.postMessage({type:g.says,height:last},location.origin)},take=h=>{last=Math.ceil(Math.min(Math.max(h,g.lowest),g.highest));say()},f=document.querySelector('iframe'),c=document.getElementById('checkout');addEventListener('message',e=>{const d=e.data||{};if(e.source===parent&&e.origin===location.origin&&d.type===g.asks)return say();if(!f||e.source!==f.contentWindow||e.origin!==g.origin||!/:height$/.test(d.type)||!Number.isFinite(d.height))return;take(d.height);f.style.minHeight='0';f.style.height=last+'px'});if(!f&&c)new ResizeObserver(()=>take(c.offsetHeight)).observe(c)})(${given})`
}

/** Script of the page with the frame: takes a height from that frame, whose page is ours, and from nobody else. */
export const followScript = `
;(g=>{const f=document.querySelector('iframe[data-follow]');if(!f)return;addEventListener('message',e=>{const d=e.data||{};if(e.source!==f.contentWindow||e.origin!==location.origin||d.type!==g.says||!Number.isFinite(d.height))return;f.style.height=Math.min(Math.max(d.height,g.lowest),g.highest)+f.offsetHeight-f.clientHeight+'px'});f.contentWindow.postMessage({type:g.asks},location.origin)})(${JSON.stringify({ ...FRAME, says: SAYS, asks: ASKS })})`
