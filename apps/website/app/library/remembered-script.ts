/**
 * Script of the shelf of visitors: reserves the place of the issues that this browser remembers (apps/reader/src/shell/storage.ts)
 * with copies of the page's card, until the reader's script shows them. At most twelve: on a phone, they
 * are one row that scrolls sideways.
 */
export const rememberedScript = `(()=>{
var d=document,shelf=d.getElementById('shelf'),card=d.getElementById('shelf-card'),known=[];
try{known=JSON.parse(localStorage['reader.positions']).filter(p=>p.owner===null)}catch(e){}
if(!shelf||!card||!known.length)return;
known.slice(0,12).forEach(()=>{var c=d.importNode(card.content,true),i=c.querySelector('li');i.style.visibility='hidden';
i.querySelectorAll('[data-part]').forEach(p=>{p.textContent='\\u00a0'});shelf.append(c)});
d.querySelectorAll('[data-remembers]').forEach(x=>{x.hidden=x.dataset.remembers==='nothing'})})()`
