/**
 * Script that carries the attribution through the browser (ADR-0170): every followed link to this site gets the `utm_*` and
 * `referrer` of this page, and the external page that led here. Login, registration and payment use a full page load,
 * because the server renders their forms. It runs inline, in a function where `d` is the document.
 */
export const attributionScript = `var from=d.referrer&&new URL(d.referrer);d.addEventListener('click',function(e){
var a=e.target.closest&&e.target.closest('a[href^="/"]');if(!a||/^\\/(api|assets|feeds|opds)\\b|\\.\\w+$/.test(a.pathname))return;
var u=new URL(a.href),q=new URLSearchParams(location.search),put;
if(from&&from.host!==location.host&&!q.get('referrer'))q.set('referrer',from.origin+from.pathname);
q.forEach(function(v,n){if(v&&/^(utm_(source|medium|content|campaign)|referrer)$/.test(n)&&!u.searchParams.has(n)&&u.search.indexOf(n+'%3D')<0){
u.searchParams.set(n,v);put=1}});
if(!put)return;a.setAttribute('href',u.pathname+u.search+u.hash);
if(/^\\/user\\/(login|register|payment)/.test(u.pathname)&&!e.button&&!e.metaKey&&!e.ctrlKey&&!e.shiftKey&&!e.altKey){
e.preventDefault();e.stopPropagation();location.href=a.href}},true);`
