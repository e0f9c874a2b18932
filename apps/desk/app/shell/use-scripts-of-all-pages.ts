import { SECOND_MS } from '@kiosk/domain/time'
import { useEffect } from 'react'
import { preloadModule } from 'react-dom'

/** Until then, the opened page loads what it needs. */
const AFTER_MS = 5 * SECOND_MS

declare global {
  interface Window {
    /** React Router's list of all pages, with their scripts. */
    __reactRouterManifest?: { routes: Record<string, { module: string; imports?: string[] }> }
  }
}

/**
 * Loads the scripts of every page. React Router answers one that cannot be loaded with a reload, which without a network ends on
 * the browser's own error page (ADR-0375).
 */
export function useScriptsOfAllPages(): void {
  useEffect(() => {
    if (import.meta.env.DEV) return
    const timer = setTimeout(() => {
      const routes = Object.values(window.__reactRouterManifest?.routes ?? {})
      for (const script of routes.flatMap(({ module, imports = [] }) => [module, ...imports]))
        preloadModule(script, { as: 'script' })
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}
