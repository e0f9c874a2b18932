import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const FRAME =
  /app\/shell\/(link|use-text|visitor|confirm|cookie-consent|trace-fields)\.tsx?|app\/refusal\.ts|domain\/src\/(addresses|regions|money|own-path)\.ts|ui\/src\/(icon|icon-shapes|line-icon|cover|shelf)\.tsx?/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [reactRouter()],
  // The bundle exports `handle`, because context keys are objects: made here, they must be read here.
  environments: {
    ssr: { build: { rolldownOptions: { input: './server.ts' } } },
    // What every screen loads anyway travels as one: small pieces by themselves hardly shrink.
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'frame', test: FRAME }] } },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, cssCodeSplit: false, reportCompressedSize: false },
})
