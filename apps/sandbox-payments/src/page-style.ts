export const pageStyle = `
:root { color-scheme: light dark; --paper: light-dark(#fffdfa, #1b1815); --sunk: light-dark(#f4efe6, #120f0d);
  --ink: light-dark(#1c1a17, #f2ebdf); --muted: light-dark(#5d554a, #b6ab9b); --line: light-dark(#8a8072, #7f7465);
  --hair: light-dark(#e2dacc, #38312a); --accent: light-dark(#1f5f57, #7fd0c2); --on-accent: light-dark(#ffffff, #08211d);
  --tint: light-dark(#e7f2ee, #17302b); --wrong: light-dark(#a3200f, #ff9a85); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; -webkit-text-size-adjust: 100%; }
main { max-width: 33rem; margin: 0 auto; padding: 1.25rem 1rem 1.75rem; }
main.wide { max-width: 64rem; }
.note { display: flex; gap: .75rem; align-items: baseline; margin: 0 0 1.25rem; padding: .6rem .85rem; border-radius: 8px;
  background: var(--tint); color: var(--ink); font-size: .875rem; }
.note strong { color: var(--accent); text-transform: uppercase; letter-spacing: .06em; font-size: .75rem; white-space: nowrap; }
h1 { font-size: 1.4rem; line-height: 1.2; margin: 0; text-wrap: balance; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.for { margin: .15rem 0 1.25rem; color: var(--muted); }
fieldset { border: 0; margin: 0 0 1.1rem; padding: 0; } legend { padding: 0; font-weight: 600; margin-bottom: .4rem; }
.kinds { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem; }
.kinds label { display: flex; align-items: center; gap: .6rem; min-height: 2.9rem; padding: .4rem .85rem; border: 1px solid var(--line);
  border-radius: 8px; cursor: pointer; } .kinds label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--tint); }
input[type=radio] { accent-color: var(--accent); inline-size: 1.1rem; block-size: 1.1rem; margin: 0; }
.fields { display: grid; gap: 1rem; } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: end; }
form:has(#kind-DD:checked) .of-card, form:has(#kind-CC:checked) .of-account { display: none; }
.field label { display: block; font-weight: 600; margin-bottom: .25rem; } .hint { color: var(--muted); font-weight: 400; }
  .field input, .field select { width: 100%; min-height: 2.9rem; padding: .5rem .75rem; font: inherit; font-variant-numeric: tabular-nums; letter-spacing: .02em;
  color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; }
.field input[aria-invalid] { border-color: var(--wrong); } .wrong { color: var(--wrong); margin: .3rem 0 0; font-size: .9375rem; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.mandate { margin: 0; padding: .85rem 1rem; border-radius: 8px; background: var(--sunk); color: var(--muted); font-size: .875rem; }
.do { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.35rem; align-items: center; }
button, .button { min-height: 2.9rem; padding: .55rem 1.3rem; font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid var(--line);
  background: transparent; color: var(--ink); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); flex: 1 1 12rem; justify-content: center; }
button.quiet { border-color: transparent; text-decoration: underline; text-underline-offset: .2em; color: var(--muted); }
button.small { min-height: 2rem; padding: .15rem .7rem; font-size: .875rem; font-weight: 500; }
details { margin-top: 1.75rem; border-top: 1px solid var(--hair); padding-top: .9rem; } summary { cursor: pointer; font-weight: 600; min-height: 1.75rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; } th { text-align: left; color: var(--muted); font-weight: 500; }
th, td { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--hair); vertical-align: middle; }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; } td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; }
.numbers { list-style: none; margin: 0; padding: 0; font-size: .9375rem; } .numbers li { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem;
  align-items: center; padding: .45rem 0; border-top: 1px solid var(--hair); } .numbers .number { font-variant-numeric: tabular-nums; }
.numbers .muted { grid-column: 1; } .numbers button { grid-column: 2; grid-row: 1 / span 2; }
.for a, p a { color: var(--accent); }
td form { display: inline-block; margin: .1rem .25rem .1rem 0; }
.scroll { overflow-x: auto; } .muted, td.muted { color: var(--muted); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1rem; margin: 1rem 0 0; padding: 1rem; background: var(--sunk); border-radius: 8px; }
dt { color: var(--muted); } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.payers { display: grid; gap: .4rem; } .payer { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; padding: .4rem .85rem;
  border: 1px solid var(--hair); border-radius: 8px; cursor: pointer; overflow-wrap: anywhere; } .payer:has(:checked) { border-color: var(--accent);
  box-shadow: inset 0 0 0 1px var(--accent); background: var(--tint); } .payer input { flex: none; }
.payers legend { padding: .6rem 0 .2rem; }
.knobs { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; } .knobs .field input { width: 8rem; }
@media (max-width: 26rem) { td form { margin: .1rem; } .pair { gap: .75rem; } }
`
