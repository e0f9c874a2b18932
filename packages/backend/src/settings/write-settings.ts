// Writes docs/settings.md: run `npm run settings` after each change of a setting.
import { writeFileSync } from 'node:fs'
import { settingsDocument, settingsPath } from './settings-document.ts'

writeFileSync(settingsPath, settingsDocument())
