import { expect, test } from 'vitest'
import { bundle } from './translate.ts'
import { unbroken } from './typography.ts'

test('a French punctuation mark never starts a line, and an opening guillemet never ends one', () => {
  expect(unbroken('Rien pour « {term} » : essayez ! Vraiment ? Oui ; non.', 'fr')).toBe(
    'Rien pour «\u00a0{term}\u00a0»\u00a0: essayez\u00a0! Vraiment\u00a0? Oui\u00a0; non.',
  )
  expect(unbroken('<a href="https://a.example/?b=c">Plus : ici</a>', 'fr')).toBe(
    '<a href="https://a.example/?b=c">Plus\u00a0: ici</a>',
  )
})

test('keeps an amount with its currency in every language, and leaves other spaces alone', () => {
  expect(unbroken('3 × 2,99 € oder CHF 9.90, 70 % gespart (Art. 6) : so', 'de')).toBe(
    '3 × 2,99\u00a0€ oder CHF\u00a09.90, 70\u00a0% gespart (Art.\u00a06) : so',
  )
})

test('applies to nested lists and tables, and to every bundle', () => {
  expect(unbroken([{ title: 'Déjà ?', stars: 5 }], 'fr')).toEqual([{ title: 'Déjà\u00a0?', stars: 5 }])
  const words = bundle({ de: { A: '9,99 €' }, en: { A: 'Sure?' }, fr: { A: 'Sûr ?' } })
  expect(words).toEqual({ de: { A: '9,99\u00a0€' }, en: { A: 'Sure?' }, fr: { A: 'Sûr\u00a0?' } })
})
