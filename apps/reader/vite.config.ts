import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/reader/',
  plugins: [serviceWorker()],
  build: {
    outDir: 'build/client',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { issue: 'src/issue.tsx', shelf: 'src/shelf.ts' } },
  },
})

/** Writes `sw.js` with the names of everything built; a new build is a new version of the shell. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const shell = Object.keys(bundle)
        .filter((name) => /\.(js|css|woff2)$/.test(name))
        .sort()
        .map((name) => `/reader/${name}`)
      const version = createHash('sha256').update(shell.join('\n')).digest('hex').slice(0, 12)
      const source = readFileSync(`${import.meta.dirname}/src/shell/service-worker.js`, 'utf8')
        .replace("'VERSION'", JSON.stringify(version))
        .replace("['SHELL']", JSON.stringify(shell))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
