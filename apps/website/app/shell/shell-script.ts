import { attributionScript } from '@kiosk/ui/browser/attribution-script'

/**
 * Inline script of every page: closes menus on a click elsewhere, focuses the search field when it opens and changes the theme
 * without a reload, in the frame after the button's own change, because all elements take other colours; without it, all of this works
 * by reloading.
 * It loads the script of an element (`data-script`) when the element is touched or focused, with `data-near` also when it is less
 * than a screen away. A form with `data-part` waits for its script,
 * and is then submitted in a task of its own, because browsers ignore it while they dispatch the first event.
 * A page without a signed-in reader, or of another one than the last, deletes what an account left in the browser
 * (apps/reader/src/shell/storage.ts), unless the session lookup failed; pages of that account in other tabs load again. A page that
 * was rendered before it was opened, or that comes back from the browser's cache, loads again if somebody has signed in or out or
 * chosen another language meanwhile, and takes a changed theme: the page that was opened last has stored whose it is. The page of an
 * account that has signed out without a network signs it out (apps/reader/src/downloads/open-issue.tsx).
 * Half a second after the page has loaded, or when it is touched, it loads the whole style sheet (ADR-0269).
 * Two seconds after the page has loaded, it adds the rules by which the browser loads likely next pages (`data-rules`).
 * A form with `data-once` is not submitted twice in a row; one with `data-press` is submitted on load, but not while the page is
 * only prefetched or prerendered (ADR-0171). View transitions are skipped on the way to issues and topics in the reader, which have
 * none.
 */
export const shellScript = `(()=>{
var d=document,on=(n,f,o)=>{d.addEventListener(n,f,o)},closeAll=but=>{d.querySelectorAll('details[data-menu][open]').forEach(m=>{if(m!==but)m.open=false})};
on('click',e=>{var t=e.target.closest?e.target:d.body;closeAll(t.closest('details[data-menu]'))});
on('keydown',e=>{if(e.key!=='Escape')return;var m=d.querySelector('details[data-menu][open]');if(m){m.open=false;m.querySelector('summary').focus()}});
var load=x=>{var l=x.loading=x.loading||import(x.dataset.script);l.catch(()=>{x.loading=0});return l};
var sheet=()=>{var l=d.querySelector('link[data-sheet]');if(l&&!l.href){l.rel='stylesheet';l.href=l.dataset.sheet}};
['pointerdown','focusin'].forEach(n=>{on(n,e=>{sheet();var x=e.target.closest&&e.target.closest('[data-script]');if(x)load(x)},{capture:true,passive:true})});
on('submit',e=>{var f=e.target,b=e.submitter;if(!f.dataset.part||f.ready)return;e.preventDefault();e.stopImmediatePropagation();
var go=()=>{f.ready=true;setTimeout(()=>{f.requestSubmit(b)})};load(f).then(go,()=>{f.removeAttribute('data-part');go()})});
var near=new IntersectionObserver(s=>{s.forEach(x=>{if(x.isIntersecting){near.unobserve(x.target);load(x.target)}})},{rootMargin:'100%'}),
look=()=>{d.querySelectorAll('[data-script][data-near]').forEach(x=>{near.observe(x)})};
addEventListener('load',look);on('part-replaced',look);
on('toggle',e=>{var i=e.newState==='open'&&e.target.querySelector('[type=search]');if(i)i.focus()},true);
on('submit',e=>{var b=e.submitter;if(!b||b.name!=='theme')return;e.preventDefault();
d.cookie='theme='+b.value+';path=/;max-age=31536000;samesite=lax'+(location.protocol==='https:'?';secure':'');mark();requestAnimationFrame(()=>{setTimeout(paint)})});
var root=d.documentElement,chosen=n=>{var m=d.cookie.match('(?:^|; )'+n+'=([a-z0-9]+)');return m?m[1]:''},
mark=()=>{var t=chosen('theme')||'system';d.querySelectorAll('button[name=theme]').forEach(x=>{x.setAttribute('aria-pressed',x.value===t)});return t},
paint=()=>{var t=mark();if(t==='system')root.removeAttribute('data-theme');else root.setAttribute('data-theme',t)};
var press=()=>{var f=d.querySelector('form[data-press]');if(!f||d.prerendering||d.visibilityState!=='visible')return;
f.removeAttribute('data-press');f.setAttribute('data-pressed','');f.requestSubmit()};
press();on('visibilitychange',press);on('prerenderingchange',press);
addEventListener('pageshow',e=>{if(!e.persisted)return;var f=d.querySelector('form[data-pressed]');if(f)f.removeAttribute('data-pressed');
again()});
on('submit',e=>{var f=e.target;if(!f.hasAttribute('data-once'))return;
if(f.dataset.sent)e.preventDefault();else{f.dataset.sent=1;setTimeout(()=>{delete f.dataset.sent},8000)}});
var key='website.account',of=root.dataset,isOutdated=()=>{try{return (localStorage[key]||'')!==(of.account||'')}catch(e){return !!of.account}},
again=()=>{if(isOutdated()||(chosen('language')||root.lang)!==root.lang)location.reload();else{paint();opened()}},
opened=()=>{if(!of.sessionUnknown)try{var s=localStorage,was=s[key],out=of.account&&(was==='!'||was==='!'+of.account);
if(out&&location.pathname!=='/user/logout')return location.replace('/user/logout');
if(!of.account||was&&!out&&was!==of.account){
[key,'reader.account-positions','website.account-searches'].forEach(k=>{s.removeItem(k)});if(s['reader.offline'])s['reader.offline']='signed-out'}
if(of.account&&!out&&chosen('shared_device')!=='1')s[key]=of.account}catch(e){}};
addEventListener('storage',e=>{if(e.key===key&&of.account&&isOutdated())location.reload()});
if(d.prerendering)on('prerenderingchange',again);else opened();
addEventListener('load',()=>{setTimeout(sheet,500);var h=HTMLScriptElement;if(!of.rules||!h.supports||!h.supports('speculationrules'))return;
setTimeout(()=>{fetch(of.rules,{priority:'low'}).then(r=>{return r.ok?r.text():''}).then(t=>{if(!t)return;
var s=d.createElement('script');s.type='speculationrules';s.textContent=t;d.head.append(s)}).catch(()=>{})},2000)});
${attributionScript}
addEventListener('pageswap',e=>{var t=e.viewTransition,a=e.activation;
if(t&&a&&/^\\/reader\\/(issues|topics)\\b/.test(new URL(a.entry.url).pathname))t.skipTransition()});
})()`

/**
 * Inline script of pages with the framework: starts it once the page is painted (see content-security.ts), or when it is touched.
 * The router's scroll positions are not stored before the cookie consent was answered.
 */
export const frameworkScript = `(()=>{var d=document;
addEventListener('pagehide',e=>{if(/(^|; )consent=1/.test(d.cookie))return;e.stopImmediatePropagation();history.scrollRestoration='auto'});
var begun=false,begin=()=>{var l=d.querySelector('script[data-modules]');if(begun||!l)return;begun=true;
l.dataset.modules.split(' ').forEach(m=>{var k=d.createElement('link');k.rel='modulepreload';k.fetchPriority='low';k.href=m;d.head.append(k)});
var s=d.createElement('script');s.type='module';s.textContent=l.textContent;d.body.append(s)};
addEventListener('load',()=>{setTimeout(begin,50)});setTimeout(begin,3000);
['pointerdown','keydown'].forEach(e=>{addEventListener(e,begin,{capture:true,passive:true})});
})()`
