import type { TestApi } from './api.ts'

/** Simulates a browser: stores the API's cookies and sends them with each request. */
export function fakeBrowser(api: TestApi) {
  const jar = new Map<string, string>()
  return {
    jar,
    async ask(path: string, requested: Parameters<TestApi['ask']>[1] = {}): Promise<Response> {
      const cookie = [...jar].map((each) => each.join('=')).join('; ')
      const response = await api.ask(path, { ...requested, headers: { cookie, ...requested.headers } })
      for (const each of response.headers.getSetCookie()) {
        const [name, value] = each.split(';')[0]!.split(/=(.*)/s) as [string, string]
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return response
    },
    /** Returns status and body together. */
    async askJson(path: string, requested: Parameters<TestApi['ask']>[1] = {}): Promise<Record<string, unknown>> {
      const response = await this.ask(path, requested)
      return { status: response.status, ...((await response.json()) as object) }
    },
    /** Returns the redirect target of a response. */
    async sentTo(path: string, requested: Parameters<TestApi['ask']>[1] = {}): Promise<URL> {
      const response = await this.ask(path, requested)
      const location = response.headers.get('location')
      if (response.status !== 303 || !location) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return new URL(location)
    },
  }
}
export type TestBrowser = ReturnType<typeof fakeBrowser>
