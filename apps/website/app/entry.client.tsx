import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reportCrashes } from './shell/crash-report.ts'

reportCrashes()

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
