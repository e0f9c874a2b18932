import { expect, test } from 'vitest'
import { unbroken } from './typography.ts'
import { bundle } from './words.ts'

test('a French mark never begins a line, and a guillemet never ends one', () => {
  expect(unbroken('Rien pour « {term} » : essayez ! Vraiment ? Oui ; non.', 'fr')).toBe(
    'Rien pour «\u00a0{term}\u00a0»\u00a0: essayez\u00a0! Vraiment\u00a0? Oui\u00a0; non.',
  )
  expect(unbroken('<a href="https://a.example/?b=c">Plus : ici</a>', 'fr')).toBe(
    '<a href="https://a.example/?b=c">Plus\u00a0: ici</a>',
  )
})

test('an amount stays with its currency in every language, other spaces stay as they are', () => {
  expect(unbroken('3 × 2,99 € oder CHF 9.90, 70 % gespart (Art. 6) : so', 'de')).toBe(
    '3 × 2,99\u00a0€ oder CHF\u00a09.90, 70\u00a0% gespart (Art.\u00a06) : so',
  )
})

test('lists and tables are taken part by part, and every bundle is', () => {
  expect(unbroken([{ title: 'Déjà ?', stars: 5 }], 'fr')).toEqual([{ title: 'Déjà\u00a0?', stars: 5 }])
  const words = bundle({ de: { A: '9,99 €' }, en: { A: 'Sure?' }, fr: { A: 'Sûr ?' } })
  expect(words).toEqual({ de: { A: '9,99\u00a0€' }, en: { A: 'Sure?' }, fr: { A: 'Sûr\u00a0?' } })
})
