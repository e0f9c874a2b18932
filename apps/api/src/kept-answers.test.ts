import { expect, test } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

const made = (body: string) => async () => ({ body, etag: `"${body}"` })

test('an answer is made once until something changes', async () => {
  const kept = new KeptAnswers()
  expect((await kept.get('a', made('old'))).body).toBe('old')
  expect((await kept.get('a', made('new'))).body).toBe('old')
  kept.forget()
  expect((await kept.get('a', made('new'))).body).toBe('new')
})

test('what was made across a change is answered, but not kept', async () => {
  const kept = new KeptAnswers()
  const answer = await kept.get('a', async () => {
    kept.forget()
    return { body: 'of before', etag: '"1"' }
  })
  expect(answer.body).toBe('of before')
  expect((await kept.get('a', made('of after'))).body).toBe('of after')
})

test('what was made in a hurry is answered to those who asked with it, but not kept', async () => {
  const kept = new KeptAnswers()
  const answers = await Promise.all(
    Array.from({ length: 2 }, () => kept.get('a', async () => ({ body: 'half', etag: '"1"', passing: true }))),
  )
  expect(answers.map(({ body }) => body)).toEqual(['half', 'half'])
  expect((await kept.get('a', made('whole'))).body).toBe('whole')
})

test('who asks for the same at once shares one answer, and a failure is not kept', async () => {
  const kept = new KeptAnswers()
  let times = 0
  const make = async () => {
    times++
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (times === 1) throw new Error('once')
    return { body: 'b', etag: '"b"' }
  }
  const both = await Promise.allSettled([kept.get('a', make), kept.get('a', make)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(times).toBe(1)
  expect((await kept.get('a', make)).body).toBe('b')
})

test('memory is bounded: the oldest answers go', async () => {
  const kept = new KeptAnswers()
  const large = 'x'.repeat(400 * 1024)
  for (let n = 0; n < 80; n++) await kept.get(String(n), made(large))
  expect((await kept.get('79', made('made again'))).body).toBe(large)
  expect((await kept.get('0', made('made again'))).body).toBe('made again')
})
