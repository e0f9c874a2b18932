import { changeNewsletter, deleteNewsletter, testNewsletter } from '@kiosk/contract/desk-routes'
import { type Language, languages } from '@kiosk/domain/locale'
import type { Newsletter } from '@kiosk/domain/staff/newsletter-endpoints'
import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Failure } from '../pieces/notice.tsx'
import { Select } from '../pieces/select.tsx'
import tabStyle from '../pieces/tabs.module.css'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { NOTHING_TO_SAVE } from '../shell/leave-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useSaveKey } from '../shell/use-save-key.ts'
import { useText } from '../shell/use-text.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { type EditedDraft, editedDraft, isWritten, sentDraft } from './draft.ts'
import { FeaturedList } from './featured-list.tsx'
import style from './newsletters.module.css'
import { Preview } from './preview.tsx'
import { SendDialog } from './send-dialog.tsx'
import { TextFields } from './text-fields.tsx'

type Props = { newsletter: Newsletter; ownEmail: string }

/** Writes a draft: texts in three languages, what is featured, whom it is for; with its preview. Ctrl+S saves. */
export function NewsletterEditor({ newsletter, ownEmail }: Props) {
  const t = useText()
  const navigate = useNavigate()
  const { run, error, isPending } = useChange()
  const [draft, setDraft] = useState<EditedDraft>(() => editedDraft(newsletter))
  const [saved, setSaved] = useState(draft)
  const [language, setLanguage] = useState<Language>('de')
  const [open, setOpen] = useState<'send' | 'delete' | null>(null)
  const [isTested, setTested] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const params = { id: newsletter.id }
  useLeaveWarning(isChanged)
  const change = (part: Partial<EditedDraft>) => setDraft((before) => ({ ...before, ...part }))

  async function save(): Promise<boolean> {
    if (!isChanged) return true
    const body = { ...sentDraft(draft), revision: newsletter.revision }
    const isDone = await run(() => deskClient.call(changeNewsletter, { params, body }))
    if (isDone) setSaved(draft)
    return isDone
  }
  async function test(): Promise<void> {
    setTested(false)
    if (!(await save())) return
    setTested(await run(() => deskClient.call(testNewsletter, { params, body: { language } })))
  }
  useSaveKey(save)
  return (
    <>
      <PageHead title={saved.name} about={t('DESK.NEWSLETTER.ABOUT')}>
        <Button kind="bare" onPress={() => setOpen('delete')}>
          {t('DESK.NEWSLETTER.DELETE')}
        </Button>
        <Button kind="quiet" onPress={() => void test()} isDisabled={isPending}>
          {t('DESK.NEWSLETTER.TEST')}
        </Button>
        <Button kind="quiet" onPress={() => void save()} isDisabled={!isChanged} isPending={isPending}>
          {t('DESK.SAVE')}
        </Button>
        <Button onPress={() => void save().then((isDone) => isDone && setOpen('send'))}>{t('DESK.NEWSLETTER.SEND')}</Button>
      </PageHead>
      <p role="status" className={style.note}>
        {isTested && !isChanged ? t('DESK.NEWSLETTER.TESTED', { email: ownEmail }) : t(isChanged ? 'DESK.UNSAVED' : 'DESK.SAVED')}
      </p>
      <Failure error={error} />
      <div className={style.columns}>
        <div className={style.fields}>
          <TextField
            label={t('DESK.NEWSLETTER.NAME')}
            hint={t('DESK.NEWSLETTER.NAME_HINT')}
            value={draft.name}
            onChange={(name) => change({ name })}
            isRequired
          />
          <LanguageTabs draft={draft} language={language} onLanguage={setLanguage} onChange={change} />
          <FallbackField draft={draft} onChange={change} />
          <FeaturedList featured={draft.featured} onChange={(featured) => change({ featured })} />
          <AudienceFields draft={draft} onChange={(audience) => change({ audience })} />
        </div>
        <Preview draft={draft} language={language} />
      </div>
      {open === 'send' && <SendDialog newsletter={newsletter} draft={saved} onDone={() => setOpen(null)} />}
      {open === 'delete' && (
        <FormDialog
          title={t('DESK.NEWSLETTER.DELETE')}
          button={t('DESK.NEWSLETTER.DELETE')}
          kind="danger"
          send={() =>
            deskClient.call(deleteNewsletter, { params }).then(() => navigate('/newsletters', { state: NOTHING_TO_SAVE }))
          }
          onDone={() => setOpen(null)}
        >
          <p>{t('DESK.NEWSLETTER.DELETE_SURE')}</p>
        </FormDialog>
      )}
    </>
  )
}

type DraftProps = { draft: EditedDraft; onChange(part: Partial<EditedDraft>): void }

/** The texts of each language; says which are written. */
function LanguageTabs({
  draft,
  language,
  onLanguage,
  onChange,
}: DraftProps & { language: Language; onLanguage(language: Language): void }) {
  const t = useText()
  return (
    <Tabs selectedKey={language} onSelectionChange={(key) => onLanguage(key as Language)}>
      <TabList aria-label={t('DESK.NEWSLETTER.LANGUAGES')} className={tabStyle.tabs!}>
        {languages.map((each) => (
          <Tab key={each} id={each} className={tabStyle.tab!}>
            {t(`DESK.LANGUAGE.${each}`)}
            <small>{t(isWritten(draft.texts[each]) ? 'DESK.NEWSLETTER.WRITTEN' : 'DESK.NEWSLETTER.EMPTY')}</small>
          </Tab>
        ))}
      </TabList>
      {languages.map((each) => (
        <TabPanel key={each} id={each} className={style.panel!}>
          <TextFields text={draft.texts[each]} onChange={(text) => onChange({ texts: { ...draft.texts, [each]: text } })} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

const EXCLUDE = 'exclude'

/** What readers get if nothing is written in their language. */
function FallbackField({ draft, onChange }: DraftProps) {
  const t = useText()
  const missing = [
    { id: EXCLUDE, name: t('DESK.NEWSLETTER.MISSING.EXCLUDE') },
    ...languages.map((each) => ({
      id: each,
      name: t('DESK.NEWSLETTER.MISSING.FALLBACK', { language: t(`DESK.LANGUAGE.${each}`) }),
    })),
  ]
  return (
    <Select
      label={t('DESK.NEWSLETTER.MISSING')}
      options={missing}
      selectedKey={draft.fallbackLanguage ?? EXCLUDE}
      onSelectionChange={(key) => onChange({ fallbackLanguage: key === EXCLUDE ? null : (key as Language) })}
    />
  )
}
