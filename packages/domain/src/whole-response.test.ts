import { expect, it } from 'vitest'
import { WholeAnswer, wholeOf } from './whole-response.ts'

const text = '{"words":"„Grüße“ → 😀"}'
const bytes = new TextEncoder().encode(text)

it.each([
  ['text', text],
  ['bytes', bytes],
] as const)('a response made of %s reads like any other', async (_, whole) => {
  const answer = new WholeAnswer(whole, { status: 201, headers: { 'content-type': 'application/json' } })
  expect([answer.status, answer.ok, answer.headers.get('content-type')]).toEqual([201, true, 'application/json'])
  expect(await answer.text()).toBe(text)
  expect(await answer.json()).toEqual(JSON.parse(text))
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  expect(await answer.bytes()).toEqual(bytes)
  expect(await (await answer.blob()).text()).toBe(text)
  expect(await new Response(answer.body).text()).toBe(text)
  expect([await answer.clone().text(), answer.clone().status]).toEqual([text, 201])
  expect(wholeOf(answer)).toBe(whole)
})

it('a foreign response has no body at hand', () => {
  expect(wholeOf(new Response(text))).toBeUndefined()
})
