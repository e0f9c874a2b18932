// A provider's page reports its height to our page that frames it, which passes the height on to the outer page.

/** Limits of the height of a provider's page, whatever it reports. Pixels. */
export const FRAME = { lowest: 240, highest: 4000 } as const
const HEIGHT = 'payment-frame:height'
const HEIGHT_REQUEST = 'payment-frame:ask'

/**
 * Returns the script of the page that frames the provider. It accepts heights only from the provider's window and origin,
 * and passes them on to the outer page, which is ours. It measures content that a provider's script embeds.
 * @param origin origin of the provider's page; null = the provider embeds itself
 */
export function heightScript(origin: string | null): string {
  const options = JSON.stringify({ origin, ...FRAME, message: HEIGHT, request: HEIGHT_REQUEST }).replaceAll('<', '\\u003c')
  return `(g=>{let last=0;const send=()=>{if(parent!==window&&last)parent.postMessage({type:g.message,height:last},location.origin)},take=h=>{last=Math.ceil(Math.min(Math.max(h,g.lowest),g.highest));send()},f=document.querySelector('iframe'),c=document.getElementById('checkout');addEventListener('message',e=>{const d=e.data||{};if(e.source===parent&&e.origin===location.origin&&d.type===g.request)return send();if(!f||e.source!==f.contentWindow||e.origin!==g.origin||!/:height$/.test(d.type)||!Number.isFinite(d.height))return;take(d.height);f.style.minHeight='0';f.style.height=last+'px'});if(!f&&c)new ResizeObserver(()=>take(c.offsetHeight)).observe(c)})(${options})`
}

/** Script of the page with the frame; accepts heights only from that frame, whose page is ours. */
export const followScript = `
;(g=>{const f=document.querySelector('iframe[data-follow]');if(!f)return;addEventListener('message',e=>{const d=e.data||{};if(e.source!==f.contentWindow||e.origin!==location.origin||d.type!==g.message||!Number.isFinite(d.height))return;f.style.height=Math.min(Math.max(d.height,g.lowest),g.highest)+f.offsetHeight-f.clientHeight+'px'});f.contentWindow.postMessage({type:g.request},location.origin)})(${JSON.stringify({ ...FRAME, message: HEIGHT, request: HEIGHT_REQUEST })})`
