import { expect, it } from 'vitest'
import { type Rules, validate, valuesOf } from './form-rules.ts'

const rules: Rules = {
  name: (name) => (name ? null : 'NAME'),
  repeat: (repeat, { name = '' }) => (repeat === name ? null : 'REPEAT'),
}

it('returns no errors for a valid form', () => {
  expect(validate(rules, { name: 'a', repeat: 'a' })).toEqual({})
})

it('treats a missing field as empty and passes the whole form to rules', () => {
  expect(validate(rules, {})).toEqual({ name: 'NAME' })
  expect(validate(rules, { name: 'a', repeat: 'b' })).toEqual({ repeat: 'REPEAT' })
})

it('returns the error of the first failing rule', () => {
  expect(Object.keys(validate(rules, { repeat: 'b' }))).toEqual(['name', 'repeat'])
})

it('ignores files', () => {
  const form = new FormData()
  form.set('name', 'a')
  form.set('file', new Blob(['x']))
  expect(valuesOf(form)).toEqual({ name: 'a' })
})
