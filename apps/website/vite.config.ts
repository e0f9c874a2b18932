import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const FRAME =
  /app\/shell\/(link|use-text|viewer|confirm|cookie-consent|attribution-fields|search-form|frame-search|frame|navbar|footer|bottom-menu|alerts|wordmark|language-switch|theme-switch|failure-screen|head|request-id|missing-consent|static-pages)\.tsx?|app\/api-error\.ts|domain\/src\/(addresses|regions|money|own-path|catalogue\/limits)\.ts|ui\/src\/(close-button|icon|icon-shapes|line-icon|bottom-bar|wordmark)\.tsx?/

const FORMS =
  /app\/accounts\/(entry-page|entry-rules|code-field|resend-mail|terms-box|password-messages|passkey-form|registration-form|registration-notice|social-buttons)\.tsx?|app\/shell\/(use-checked-form|form-rules)\.ts|ui\/src\/password-(field|strength)\.tsx?|domain\/src\/accounts\/rules\.ts/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [reactRouter()],
  // The entry exports `handle`, because context keys are objects and must be created and read in the same bundle.
  environments: {
    // Not minified: it is sent to nobody, and minifying took a third of the time of all builds.
    ssr: { build: { minify: false, rolldownOptions: { input: './server.ts' } } },
    // Modules that every screen, or several together, load are one chunk, because small chunks compress badly.
    client: {
      build: {
        // Licences of the code in browser scripts; NOTICES.md is generated from it.
        license: { fileName: '.vite/licenses.json' },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', test: FRAME },
                { name: 'field', test: /ui\/src\/field\.tsx|domain\/src\/(accounts|payments|content)\/limits\.ts/ },
                { name: 'page-icon', test: /ui\/src\/page-icon/ },
                { name: 'controls', test: /ui\/src\/(button|checkbox|notice)\.tsx|app\/shell\/use-error-focus\.ts/ },
                { name: 'forms', test: FORMS },
                { name: 'checkout', test: /app\/payments\/(payment-page|checkout-bars|total|cart-table|upcoming-charges)\.tsx?/ },
                { name: 'library', test: /app\/library\/(library-card|card-row)\.tsx?/ },
              ],
            },
          },
        },
      },
    },
  },
  // Scripts are 1 KB smaller on every page than with the default minifier.
  build: {
    minify: 'terser',
    terserOptions: { module: true, toplevel: true, ecma: 2020, compress: { passes: 3 } },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
})
