/** View transition name shared by the followed cover and the cover of the issue page. */
export const COVER_TRANSITION = 'issue-cover'

/** Script of pages with covers: gives the transition name to the followed one only; browsers with view transitions animate it. */
export const followedCoverScript = `document.addEventListener('click',function(e){
var i=e.target.closest&&e.target.closest('[data-issue] a'),m=i&&i.querySelector('img');if(!m)return;
document.querySelectorAll('img[style*="view-transition-name"]').forEach(function(o){o.style.removeProperty('view-transition-name')});
m.style.viewTransitionName='${COVER_TRANSITION}'})`
