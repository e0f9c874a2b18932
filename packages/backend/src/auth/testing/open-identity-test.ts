import { afterAll } from 'vitest'
import { testProvider } from '../../adapters/oidc/testing/oidc-server.ts'
import { TEST_ORIGIN, type TestOptions } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'

/** Opens a database, an API and a provider that acts as Facebook and as Apple; all are closed after the last test of the file. */
export async function openIdentityTest(options: TestOptions = {}) {
  const provider = await testProvider(TEST_ORIGIN)
  afterAll(() => provider.close())
  return { provider, ...(await openTestApi({ identity: provider.providers, ...options })) }
}
