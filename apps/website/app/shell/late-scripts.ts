/**
 * Lets a page be drawn before its framework starts: what is read first (words, covers, fonts) has the line for itself.
 * The module script waits as text, with the modules it will need; `shell-script.ts` starts it once the page is loaded or
 * touched. Pages without a framework script stay as they are.
 */
export function startScriptsLate(html: string): string {
  const start = /<script(?=[^>]* type="module")([^>]*)>/
  if (!start.test(html)) return html
  const preload = /<link(?=[^>]* rel="modulepreload")[^>]* href="([^"]*)"[^>]*>/g
  const modules = [...html.matchAll(preload)].map(([, href]) => href)
  return html.replace(preload, '').replace(start, (_whole, attributes: string) => {
    const kept = attributes.replace(' type="module"', '').replace(' async=""', '')
    return `<script${kept} type="text/plain" data-modules="${modules.join(' ')}">`
  })
}
