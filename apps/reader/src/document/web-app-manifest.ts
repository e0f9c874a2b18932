import { cacheControl } from '@kiosk/domain/cache-rules'

/** Returns the manifest of the web app, which contains website and reader, with the operator's name. */
export function webAppManifest(siteName: string): Response {
  const icon = (name: string, sizes: string, purpose: string) => ({
    src: `/reader/icons/${name}`,
    sizes,
    type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  const manifest = {
    name: siteName,
    short_name: siteName,
    // The start page of the app when it contained only the reader: browsers then update an installed app to this manifest.
    id: '/reader',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf7f2',
    theme_color: '#faf7f2',
    icons: [
      icon('reader-192.png', '192x192', 'any'),
      icon('reader-512.png', '512x512', 'any'),
      icon('reader-maskable-512.png', '512x512', 'maskable'),
      icon('reader.svg', 'any', 'any'),
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': cacheControl('file') },
  })
}
