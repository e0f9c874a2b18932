import { shellMessages } from '@kiosk/i18n/messages/shell'
import { t as translate } from '@kiosk/i18n/translate'
import { describe, expect, it } from 'vitest'
import { createConfirm, NotConfirmed, type Question, wordsOf } from './question.ts'

describe('a confirmation question', () => {
  it('resolves when confirmed, rejects when declined, and closes in both cases', async () => {
    const shown: (Question | null)[] = []
    const { confirm, answer } = createConfirm((question) => shown.push(question))
    const first = confirm({ title: 'A' })
    answer(true)
    await expect(first).resolves.toBeUndefined()
    const second = confirm({ title: 'B' })
    answer(false)
    await expect(second).rejects.toBeInstanceOf(NotConfirmed)
    expect(shown).toEqual([{ title: 'A' }, null, { title: 'B' }, null])
  })

  it('is declined when another question replaces it', async () => {
    const { confirm, answer } = createConfirm(() => {})
    const first = confirm()
    const second = confirm()
    answer(true)
    await expect(first).rejects.toBeInstanceOf(NotConfirmed)
    await expect(second).resolves.toBeUndefined()
  })

  it.each([
    ['de', 'Sind Sie sicher?', 'Bitte bestätigen Sie.', 'Nein', 'Ja'],
    ['en', 'Are you sure?', 'Please confirm.', 'No', 'Yes'],
    ['fr', 'Voulez-vous vraiment continuer\u00a0?', 'Veuillez confirmer.', 'Non', 'Oui'],
  ] as const)('has default texts if none are passed (%s)', (language, title, content, no, yes) => {
    const t = (key: string) => translate(shellMessages[language], key)
    expect(wordsOf({}, t)).toEqual({ title, content, no, yes })
    expect(wordsOf({ confirmOnly: true, title: 'Gelöscht' }, t)).toMatchObject({ title: 'Gelöscht', no: null, yes: 'OK' })
  })
})
