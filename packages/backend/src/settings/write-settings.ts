// Writes docs/settings.md and the names of secrets in the Helm chart: run `npm run settings` after each change of a setting.
import { writeFileSync } from 'node:fs'
import { chartSchema, chartSchemaPath, settingsDocument, settingsPath } from './settings-document.ts'

writeFileSync(settingsPath, settingsDocument())
writeFileSync(chartSchemaPath, chartSchema())
