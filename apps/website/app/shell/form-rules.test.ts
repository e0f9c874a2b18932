import { expect, it } from 'vitest'
import { faultsIn, type Rules, valuesOf } from './form-rules.ts'

const rules: Rules = {
  name: (name) => (name ? null : 'NAME'),
  repeat: (repeat, { name = '' }) => (repeat === name ? null : 'REPEAT'),
}

it('a form is faultless when every rule is content', () => {
  expect(faultsIn(rules, { name: 'a', repeat: 'a' })).toEqual({})
})

it('a field that was not sent counts as empty, and rules know the whole form', () => {
  expect(faultsIn(rules, {})).toEqual({ name: 'NAME' })
  expect(faultsIn(rules, { name: 'a', repeat: 'b' })).toEqual({ repeat: 'REPEAT' })
})

it('the first fault is that of the first rule', () => {
  expect(Object.keys(faultsIn(rules, { repeat: 'b' }))).toEqual(['name', 'repeat'])
})

it('files are no texts', () => {
  const form = new FormData()
  form.set('name', 'a')
  form.set('file', new Blob(['x']))
  expect(valuesOf(form)).toEqual({ name: 'a' })
})
