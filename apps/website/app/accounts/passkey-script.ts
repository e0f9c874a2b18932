/**
 * Script for passkeys on the login and the security page. A form with `data-passkey` ("login", "confirm" or "add") fetches a
 * challenge, calls the authenticator and submits its response. On the login page the browser also offers passkeys in the
 * address field (conditional UI). A hidden field with `data-copied` copies the state of the checkbox with its name. A
 * challenge expires after fifteen minutes; one older than ten is renewed when the page becomes visible again. Browsers
 * without passkeys never show these forms.
 */
export const passkeyScript = `(()=>{
var d=document,w=window.PublicKeyCredential,n=navigator.credentials;
if(!w||!n||!w.parseRequestOptionsFromJSON||!w.prototype.toJSON)return;
d.documentElement.setAttribute('data-passkeys','');
var waiting=null,since=0;
var options=function(kind){return fetch('/user/passkey-options',{method:'POST',body:new URLSearchParams({for:kind})}).then(function(r){
if(!r.ok)throw new Error('options');return r.json()})};
var answerIn=function(f){return f.querySelector('[name=credential]')};
var send=function(f,c){var a=answerIn(f);f.querySelectorAll('[data-copied]').forEach(function(i){
var box=d.querySelector('[type=checkbox][name='+i.name+']');i.value=box&&box.checked?'true':''});
a.value=JSON.stringify(c.toJSON());f.requestSubmit();a.value=''};
d.addEventListener('submit',function(e){
var f=e.target,kind=f.dataset&&f.dataset.passkey;if(!kind||answerIn(f).value)return;
e.preventDefault();e.stopPropagation();
var failed=f.querySelector('[data-failed]'),b=f.querySelector('button');
if(b.hasAttribute('aria-disabled'))return;failed.hidden=true;b.setAttribute('aria-disabled','true');
if(waiting)waiting.abort();
options(kind).then(function(o){return kind==='add'?n.create({publicKey:w.parseCreationOptionsFromJSON(o)})
:n.get({publicKey:w.parseRequestOptionsFromJSON(o)})}).then(function(c){send(f,c)},function(){failed.hidden=false;offer()})
.then(function(){b.removeAttribute('aria-disabled')})},true);
var offer=function(){if(!d.querySelector('form[data-passkey=login]')||!w.isConditionalMediationAvailable)return;
w.isConditionalMediationAvailable().then(function(yes){if(!yes)return;waiting=new AbortController();since=Date.now();var signal=waiting.signal;
options('login').then(function(o){return n.get({mediation:'conditional',signal:signal,publicKey:w.parseRequestOptionsFromJSON(o)})})
.then(function(c){send(d.querySelector('form[data-passkey=login]'),c)},function(){})})};
offer();
d.addEventListener('visibilitychange',function(){
if(!d.hidden&&waiting&&Date.now()-since>6e5){waiting.abort();offer()}});
})()`
