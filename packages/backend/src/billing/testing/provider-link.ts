// Fake providers shared by several processes: they run in the test, and its servers call them over the channel of `fork`.
import type { ChildProcess } from 'node:child_process'
import { fakeCardProvider } from '../../adapters/payments/testing/fake-card-provider.ts'
import { fakeStore } from '../../adapters/payments/testing/fake-store.ts'
import { fakeWalletProvider } from '../../adapters/payments/testing/fake-wallet-provider.ts'
import type { Providers, StoreDesk } from './money-actions.ts'

type Method = (...options: unknown[]) => unknown
type Requested = { request: number; of: keyof Providers | 'desk'; method: string; given: unknown[] }
type Answer = { answers: number; value?: unknown; error?: string }

/** Answers the provider calls of the process `server` for as long as it runs. */
export function lendProviders(server: ChildProcess, { psp, wallet, store }: Providers): void {
  const lent = { psp: psp.provider, wallet: wallet.provider, store: store.provider, desk: store }
  server.on('message', async (message: Requested | object) => {
    if (!('request' in message)) return
    const { request, of, method, given: options } = message
    const answer = (content: Omit<Answer, 'answers'>) => server.connected && server.send({ answers: request, ...content })
    try {
      const value = (lent[of] as unknown as Record<string, Method>)[method]!(...options)
      answer({ value: isIterable(value) ? await listOf(value) : await value })
    } catch (error) {
      answer({ error: (error as Error).message })
    }
  })
}
async function listOf(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const list = []
  for await (const each of values) list.push(each)
  return list
}
const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Creates the shared providers for a forked server; constant answers (plans, minimum amount) are local. */
export function lentProviders() {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  process.on('message', (message: Answer | object) => {
    if (!('answers' in message)) return
    const { answers, value, error } = message
    if (error === undefined) waiting.get(answers)?.resolve(value)
    else waiting.get(answers)?.reject(new Error(error))
    waiting.delete(answers)
  })
  function ask(of: Requested['of'], method: string, options: unknown[]): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++count, answer)
    process.send!({ request: count, of, method, given: options } satisfies Requested)
    return answer.promise
  }
  function lent<Port extends object>(of: keyof Providers, port: Port): Port {
    const remote = (name: string, method: Method): Method => {
      if (method.constructor.name === 'AsyncFunction') return (...options) => ask(of, name, options)
      if (method.constructor.name !== 'AsyncGeneratorFunction') return method
      return async function* (...options) {
        yield* (await ask(of, name, options)) as unknown[]
      }
    }
    const parts = Object.entries(port).map(([name, part]) => [name, typeof part === 'function' ? remote(name, part) : part])
    return Object.fromEntries(parts) as Port
  }
  const desk: StoreDesk = {
    sell: (of) => ask('desk', 'sell', [of]) as Promise<string>,
    expire: (reference) => ask('desk', 'expire', [reference]) as Promise<void>,
  }
  return {
    payments: {
      card: lent('psp', fakeCardProvider().provider),
      wallet: lent('wallet', fakeWalletProvider().provider),
      store: lent('store', fakeStore().provider),
    },
    desk,
  }
}
