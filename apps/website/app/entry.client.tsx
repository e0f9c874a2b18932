import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchCrashes } from './shell/crash-watch.ts'

watchCrashes()

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
