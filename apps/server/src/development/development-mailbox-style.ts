/** Style of the development mailbox, in the colours of the website. */
export const mailboxStyle = `
:root{color-scheme:light dark;--paper:light-dark(#faf7f2,#171411);--raised:light-dark(#fffdfa,#211d19);
--ink:light-dark(#1c1a17,#f2ebdf);--muted:light-dark(#5d554a,#b6ab9b);--hairline:light-dark(#e2dacc,#38312a);
--line:light-dark(#8a8072,#7f7465);--accent:light-dark(#ab2a12,#ff8d72)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 "Source Sans 3","Segoe UI",system-ui,sans-serif}
main{max-width:48rem;margin:0 auto;padding:clamp(1rem,4vw,3rem)}
h1{margin:0 0 1.25rem;font:600 clamp(1.6rem,1.3rem + 1.6vw,2.4rem)/1.15 Fraunces,Georgia,serif;letter-spacing:-.02em;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--ink);outline-offset:3px}
form{display:flex;gap:.5rem;margin:0 0 1.5rem}
input,button{min-height:2.75rem;padding:0 .875rem;border:1px solid var(--line);border-radius:3px;background:var(--raised);color:inherit;font:inherit}
input{flex:1;min-width:0}button{cursor:pointer}
ol{margin:0;padding:0;list-style:none;border-top:1px solid var(--hairline)}
li{border-bottom:1px solid var(--hairline)}
li a{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;padding:.875rem .25rem;color:inherit;text-decoration:none}
li a:hover strong{text-decoration:underline}
li strong,.beginning{grid-column:1/-1}
.to,.beginning,time{color:var(--muted);font-size:.9375rem;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.empty{padding:3rem 0;color:var(--muted)}
.back{margin:0 0 1.5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.25rem;margin:0 0 1.5rem}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
.widths{display:flex;gap:1.25rem;margin:0 0 .75rem}
.widths [aria-current]{color:inherit;font-weight:600;text-decoration:none}
iframe{display:block;width:100%;height:min(52rem,80vh);border:1px solid var(--hairline);border-radius:10px;background:var(--raised);resize:vertical}
iframe.phone{width:min(360px,100%);margin:0 auto}
details{margin-top:1rem;border-top:1px solid var(--hairline);padding-top:1rem}
summary{cursor:pointer;font-weight:600}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.875rem/1.5 ui-monospace,Menlo,Consolas,monospace}
@media(max-width:30rem){li a{grid-template-columns:1fr}}
`
