/** Duration and step interval of the count. */
const DURATION_MS = 2000
const STEP_MS = 30
/** Screens that animate the count: large ones without reduced motion. */
const ROOM = '(min-width: 800px) and (min-height: 800px) and (prefers-reduced-motion: no-preference)'

/** Returns the value of the counter, which eases out; `part` is 0 to 1. */
export function countAt(to: number, part: number): number {
  return part >= 1 ? to : Math.floor(to * (1 - (1 - part) ** 3))
}

/**
 * Script of the home page: its numbers count up once. Timed from the first step, because a busy device may paint the zero late.
 */
export const countUpScript = `if(matchMedia('${ROOM}').matches)document.querySelectorAll('[data-count]').forEach(function(e){
var at=${countAt},to=+e.dataset.count,began,
write=function(n){e.textContent=n.toLocaleString(e.dataset.locale)};write(0);
var timer=setInterval(function(){began=began||performance.now();var part=Math.min(1,(performance.now()-began)/${DURATION_MS});
write(at(to,part));if(part===1)clearInterval(timer)},${STEP_MS})})`
