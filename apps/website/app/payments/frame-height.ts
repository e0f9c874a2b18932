// A provider's page reports its height to our page that frames it, which passes the height on to the outer page.

/** Limits of the height of a provider's page, whatever it reports. Pixels. */
export const FRAME = { lowest: 240, highest: 4000 } as const
const SAYS = 'payment-frame:height'
const ASKS = 'payment-frame:ask'

/**
 * Returns the script of the page that frames the provider. It accepts heights only from the provider's window and origin,
 * and passes them on to the outer page, which is ours. It measures content that a provider's script embeds.
 * @param origin origin of the provider's page; null = the provider embeds itself
 */
export function heightScript(origin: string | null): string {
  const options = JSON.stringify({ origin, ...FRAME, says: SAYS, asks: ASKS }).replaceAll('<', '\\u003c')
  return `(g=>{let last=0;const say=()=>{if(parent!==window&&last)parent.postMessage({type:g.says,height:last},location.origin)},take=h=>{last=Math.ceil(Math.min(Math.max(h,g.lowest),g.highest));say()},f=document.querySelector('iframe'),c=document.getElementById('checkout');addEventListener('message',e=>{const d=e.data||{};if(e.source===parent&&e.origin===location.origin&&d.type===g.asks)return say();if(!f||e.source!==f.contentWindow||e.origin!==g.origin||!/:height$/.test(d.type)||!Number.isFinite(d.height))return;take(d.height);f.style.minHeight='0';f.style.height=last+'px'});if(!f&&c)new ResizeObserver(()=>take(c.offsetHeight)).observe(c)})(${options})`
}

/** Script of the page with the frame; accepts heights only from that frame, whose page is ours. */
export const followScript = `
;(g=>{const f=document.querySelector('iframe[data-follow]');if(!f)return;addEventListener('message',e=>{const d=e.data||{};if(e.source!==f.contentWindow||e.origin!==location.origin||d.type!==g.says||!Number.isFinite(d.height))return;f.style.height=Math.min(Math.max(d.height,g.lowest),g.highest)+f.offsetHeight-f.clientHeight+'px'});f.contentWindow.postMessage({type:g.asks},location.origin)})(${JSON.stringify({ ...FRAME, says: SAYS, asks: ASKS })})`
