/** Script of the home page with a film: plays it in the page, in the place of its link. */
export const filmScript = `document.querySelectorAll('a[data-film]').forEach(function(a){a.addEventListener('click',function(e){
e.preventDefault();var v=document.createElement('video');v.className=a.className;v.src=a.href;v.controls=v.autoplay=v.playsInline=true;
a.replaceWith(v);v.focus()})})`
