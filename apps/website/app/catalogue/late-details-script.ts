/** Script of an issue page whose details came too late: requests the page once more, and shows its content. */
export const lateDetailsScript = `addEventListener('load',function(){fetch(location.href).then(function(a){return a.text()}).then(function(p){
var m=new DOMParser().parseFromString(p,'text/html').querySelector('main'),o=document.querySelector('main');
if(m&&!m.querySelector('[data-details-missing]')){o.replaceChildren.apply(o,Array.from(m.childNodes));o.dispatchEvent(new Event('part-replaced',{bubbles:true}))}},function(){})})`
