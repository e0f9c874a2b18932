import { createHash } from 'node:crypto'
import { build, defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/reader/',
  plugins: [serviceWorker()],
  build: {
    outDir: 'build/client',
    emptyOutDir: true,
    manifest: true,
    // Licences of the code in browser scripts; NOTICES.md is generated from it.
    license: { fileName: '.vite/licenses.json' },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { issue: 'src/issue.tsx', shelf: 'src/shelf.ts' } },
  },
})

/** Writes `sw.js`, a single plain script with the names of all built files; each build is a new version of the shell. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const shell = Object.keys(bundle)
        .filter((name) => /\.(js|css|woff2)$/.test(name))
        .sort()
        .map((name) => `/reader/${name}`)
      const version = createHash('sha256').update(shell.join('\n')).digest('hex').slice(0, 12)
      const made = await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel: 'warn',
        define: { READER_VERSION: JSON.stringify(version), READER_SHELL: JSON.stringify(shell) },
        build: {
          write: false,
          modulePreload: false,
          rolldownOptions: { input: 'src/downloads/service-worker.ts', output: { format: 'iife' } },
        },
      })
      const [built] = [made].flat()
      const code = built && 'output' in built ? built.output.find((each) => each.type === 'chunk')?.code : undefined
      if (!code) throw new Error('the worker was not built')
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
    },
  }
}
