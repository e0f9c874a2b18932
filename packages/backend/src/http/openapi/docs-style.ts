/** Colours and fonts of the website, for a page without other files. */
export const style = `
:root { --paper: #faf7f2; --ink: #1c1a17; --quiet: #5c564d; --line: #ddd5c8; --sheet: #fffdf9; --accent: #a8321a; --extension: #5c4a12; --extension-paper: #f6e7b8 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #171513; --ink: #f2ece2; --quiet: #b3aa9c; --line: #39342d; --sheet: #1f1c19; --accent: #ff9b80; --extension: #f3dc95; --extension-paper: #3d3314 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; display: grid; gap: 0 3rem;
  grid-template: "head head" "nav main" / minmax(15rem, 20rem) minmax(0, 52rem); justify-content: center; padding: 0 1.25rem 6rem }
header { grid-area: head; padding: 3rem 0 2rem; border-bottom: 1px solid var(--line); max-width: 75rem }
h1 { font: 600 clamp(2rem, 5vw, 3.25rem)/1.1 Georgia, serif; margin: 0 0 1rem }
header p { max-width: 65ch; margin: .5rem 0 }
.eyebrow { color: var(--quiet); letter-spacing: .06em; text-transform: uppercase; font-size: .8rem }
nav { grid-area: nav; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2rem .25rem }
nav h2 { font-size: .85rem; letter-spacing: .06em; text-transform: uppercase; color: var(--quiet); margin: 1.25rem 0 .25rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .3rem 0; color: inherit; text-decoration: none; font-size: .875rem; overflow-wrap: anywhere }
nav a:hover { color: var(--accent); text-decoration: underline }
nav span { color: var(--quiet); font-size: .75rem }
main { grid-area: main; padding-top: 1rem }
main h2 { font: 600 1.9rem/1.2 Georgia, serif; margin: 2.5rem 0 .25rem; text-transform: capitalize }
article { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem; margin: 1.5rem 0 }
article:target { border-color: var(--accent); outline: 1px solid var(--accent) }
h3 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere }
body { overflow-wrap: anywhere }
main { min-width: 0 }
code, pre { font: .9em/1.5 ui-monospace, monospace }
.method { color: var(--accent); font-weight: 700 }
.extension { font-size: .75rem; font-weight: 600; color: var(--extension); background: var(--extension-paper); border-radius: 1rem; padding: .15rem .6rem; margin-left: .25rem }
.quiet { color: var(--quiet); font-size: .9rem; margin: .25rem 0 }
.table { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
caption { text-align: left; font-weight: 600; padding: .25rem 0 }
th, td { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-top: 1px solid var(--line); font-weight: 400 }
thead th { color: var(--quiet); font-size: .8rem }
pre { overflow-x: auto; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: .5rem 0 0 }
summary { cursor: pointer; padding: .5rem 0; font-weight: 600 }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 1rem; top: 1rem; background: var(--sheet); padding: .5rem 1rem }
@media (max-width: 60rem) {
  body { grid-template: "head" "nav" "main" / minmax(0, 1fr) }
  nav { position: static; max-height: none }
}
`
