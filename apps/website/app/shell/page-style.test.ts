import { describe, expect, test } from 'vitest'
import { usedRulesOf } from './page-style.ts'

const page = (classes: string) => [`<body><main class="${classes}">`, '</main></body>']

describe('rules that a page uses', () => {
  test.each([
    ['of its classes', '.a{color:red}.b{color:blue}', 'a', '.a{color:red}'],
    ['without a class', ':root{--gap:1px}[hidden]{display:none}', '', ':root{--gap:1px}[hidden]{display:none}'],
    ['that require all their classes', '.a .b{margin:0}.a>.c{margin:1px}', 'a c', '.a>.c{margin:1px}'],
    ['for one of several selectors', '.a,.b:hover{margin:0}', 'b', '.a,.b:hover{margin:0}'],
    ['whose missing class is excluded', '.a:not(.b){margin:0}', 'a', '.a:not(.b){margin:0}'],
    ['with alternatives', '.a:is(.b,.c>.d){margin:0}', 'a', '.a:is(.b,.c>.d){margin:0}'],
    ['not of a class whose name begins alike', '.a_1{margin:0}.a_12{margin:1px}', 'a_12', '.a_12{margin:1px}'],
  ])('are those %s', (_, sheet, classes, used) => {
    expect(usedRulesOf(sheet)(page(classes))).toBe(used)
  })

  test('keep their conditions and their order; conditions without a rule are left out', () => {
    const sheet = '.a{x:1}@media (width>1px){.b{x:2}.a{x:3}}@supports (x:y){.b{x:4}}.a{x:5}'
    expect(usedRulesOf(sheet)(page('a'))).toBe('.a{x:1}@media (width>1px){.a{x:3}}.a{x:5}')
  })

  test('of conditions within conditions, and of fonts and animations, are all there', () => {
    const sheet = '@media print{@supports (x:y){.b{x:1}}}@font-face{font-family:f}@keyframes k{0%{x:1}to{x:2}}@import "a";'
    expect(usedRulesOf(sheet)(page('a'))).toBe(sheet)
  })

  test('are found for every page, also for the same one again', () => {
    const used = usedRulesOf('.a{x:1}.b{x:2}')
    expect(['a', 'b', 'a', 'a b'].map((classes) => used(page(classes)))).toEqual([
      '.a{x:1}',
      '.b{x:2}',
      '.a{x:1}',
      '.a{x:1}.b{x:2}',
    ])
  })
})
