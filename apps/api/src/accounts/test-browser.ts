import type { TestApi } from '../test-api.ts'

/** A browser of a test: keeps the cookies of the API and sends them along. */
export function testBrowser(api: TestApi) {
  const jar = new Map<string, string>()
  return {
    jar,
    async ask(path: string, asked: Parameters<TestApi['ask']>[1] = {}): Promise<Response> {
      const cookie = [...jar].map((each) => each.join('=')).join('; ')
      const response = await api.ask(path, { ...asked, headers: { cookie, ...asked.headers } })
      for (const each of response.headers.getSetCookie()) {
        const [name, value] = each.split(';')[0]!.split(/=(.*)/s) as [string, string]
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return response
    },
    /** Status and body in one. */
    async askJson(path: string, asked: Parameters<TestApi['ask']>[1] = {}): Promise<Record<string, unknown>> {
      const response = await this.ask(path, asked)
      return { status: response.status, ...((await response.json()) as object) }
    },
    /** Where an answer sends the browser. */
    async sentTo(path: string, asked: Parameters<TestApi['ask']>[1] = {}): Promise<URL> {
      const response = await this.ask(path, asked)
      const location = response.headers.get('location')
      if (response.status !== 303 || !location) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return new URL(location)
    },
  }
}
export type TestBrowser = ReturnType<typeof testBrowser>
