import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  basename: '/desk/',
  buildDirectory: 'build',
  serverBuildFile: 'index.js',
  routeDiscovery: { mode: 'initial' },
} satisfies Config
