/** Display time of a rating. */
export const RATING_INTERVAL_MS = 15_000

/**
 * Script of pages with ratings: shows the next rating every 15 seconds once they have been visible, and starts over after
 * the last. Stops while the pointer or the focus is on them, while paused, and with reduced motion.
 */
export const ratingsScript = `
document.querySelectorAll('[data-ratings]').forEach(function(r){
var l=r.querySelector('ul'),c=r.querySelector('p[hidden]'),p=r.querySelector('[data-by="0"]'),still=matchMedia('(prefers-reduced-motion:reduce)').matches,runs;
var go=function(by){var w=l.children[0].offsetWidth,end=l.scrollLeft+l.clientWidth>l.scrollWidth-w/2;
l.scrollTo({left:by>0&&end?0:by<0&&l.scrollLeft<w/2?l.scrollWidth:l.scrollLeft+by*(l.children[1]?l.children[1].offsetLeft-l.children[0].offsetLeft:w),behavior:still?'auto':'smooth'})};
c.hidden=false;c.onclick=function(e){var b=e.target.closest('button');if(!b)return;
if(b===p)p.setAttribute('aria-pressed',p.getAttribute('aria-pressed')!=='true');else go(+b.dataset.by)};
new IntersectionObserver(function(s){if(runs||still||!s.at(-1).isIntersecting)return;
runs=setInterval(function(){if(p.getAttribute('aria-pressed')!=='true'&&!r.matches(':hover,:focus-within'))go(1)},${RATING_INTERVAL_MS})}).observe(l)})`
