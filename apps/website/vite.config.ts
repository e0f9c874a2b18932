import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [reactRouter()],
  // The bundle exports `handle`, because context keys are objects: made here, they must be read here.
  environments: { ssr: { build: { rolldownOptions: { input: './server.ts' } } } },
  build: { assetsInlineLimit: 0, cssCodeSplit: false, reportCompressedSize: false },
})
