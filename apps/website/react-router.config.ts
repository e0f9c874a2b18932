import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: process.env.WEBSITE_BUILD ?? 'build',
  serverBuildFile: 'index.js',
} satisfies Config
