import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/desk/',
  plugins: [reactRouter()],
  environments: {
    // The component library is part of the build, so that an install for production needs no more than the build.
    ssr: {
      resolve: {
        noExternal: [
          /^(@react-aria|@react-stately|@internationalized|@tanstack|@swc)\//,
          /^(react-(aria|stately)|use-sync-external-store|clsx|diff)/,
          // Charts, and what they consist of.
          /^(@visx\/|d3-|internmap|classnames)/,
        ],
      },
      build: { rolldownOptions: { input: './server.ts' } },
    },
    // Licences of the code in browser scripts; NOTICES.md is generated from it.
    client: { build: { license: { fileName: '.vite/licenses.json' } } },
  },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
})
