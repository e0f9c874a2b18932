import { shellWords } from '@kiosk/languages/shell'
import { text } from '@kiosk/languages/words'
import { describe, expect, it } from 'vitest'
import { asking, NotConfirmed, type Question, wordsOf } from './asking.ts'

describe('a question', () => {
  it('resolves when confirmed, rejects when not, and leaves the screen either way', async () => {
    const shown: (Question | null)[] = []
    const { confirm, answer } = asking((question) => shown.push(question))
    const first = confirm({ title: 'A' })
    answer(true)
    await expect(first).resolves.toBeUndefined()
    const second = confirm({ title: 'B' })
    answer(false)
    await expect(second).rejects.toBeInstanceOf(NotConfirmed)
    expect(shown).toEqual([{ title: 'A' }, null, { title: 'B' }, null])
  })

  it('that another replaces is not confirmed; only the other can be', async () => {
    const { confirm, answer } = asking(() => {})
    const first = confirm()
    const second = confirm()
    answer(true)
    await expect(first).rejects.toBeInstanceOf(NotConfirmed)
    await expect(second).resolves.toBeUndefined()
  })

  it.each([
    ['de', 'Sind Sie sicher?', 'Bitte bestätigen Sie.', 'Nein', 'Ja'],
    ['en', 'Are you sure?', 'Please confirm.', 'No', 'Yes'],
    ['fr', 'Êtes-vous sûr\u00a0?', 'Veuillez confirmer.', 'Non', 'Oui'],
  ] as const)('has the house’s words where it brings none (%s)', (language, title, content, no, yes) => {
    const t = (key: string) => text(shellWords[language], key)
    expect(wordsOf({}, t)).toEqual({ title, content, no, yes })
    expect(wordsOf({ confirmOnly: true, title: 'Gelöscht' }, t)).toMatchObject({ title: 'Gelöscht', no: null, yes: 'OK' })
  })
})
