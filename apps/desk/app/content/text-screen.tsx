import { textEditions } from '@kiosk/contract/desk-routes'
import { addressOf } from '@kiosk/domain/addresses'
import { type DocumentPage, textKeys } from '@kiosk/domain/content/text-document'
import { type Language, languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { Button, buttonClass } from '../pieces/button.tsx'
import { DiscardDialog } from '../pieces/dialog.tsx'
import { Select } from '../pieces/select.tsx'
import tabStyle from '../pieces/tabs.module.css'
import { TextField } from '../pieces/text-field.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useText } from '../shell/use-text.tsx'
import style from './content.module.css'
import type { Draft, Shown } from './drafts.ts'
import { Editions } from './editions.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { TextPreview } from './text-preview.tsx'
import { useDrafts } from './use-drafts.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const key = params.key!
  const region = Number(new URL(request.url).searchParams.get('region')) || undefined
  const [mayChange, found] = await Promise.all([
    ctx.may('content.write'),
    ctx.call(textEditions, { params: { key }, query: { region } }),
  ])
  return { ...found, key, region: region ?? null, mayChange }
}

/** A text in three languages: written beside its preview, published now or later, with its earlier editions. */
export default function Text() {
  const { key, region } = useLoaderData<typeof loader>()
  // The editor of another text starts with its own state.
  return <Editor key={`${key} ${region}`} />
}

function Editor() {
  const { key, region, name, shown, shipped, editions, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const navigate = useNavigate()
  const { language, drafts, changed, open, replacing, ...editing } = useDrafts(shown)
  const [isPublishing, setPublishing] = useState(false)
  const draft = drafts[language]
  const builtIn = shipped[language]
  const isShown = languages.some((of) => shown[of])
  const address = addressOfText(key)
  useLeaveWarning(changed.length > 0)
  const goTo = (of: string) => void navigate(of === '' ? `/content/texts/${key}` : `/content/texts/${key}?region=${of}`)
  const markets = [
    { id: '', name: t('DESK.CONTENT.EVERYWHERE') },
    ...regions.map(({ id, country }) => ({ id: String(id), name: country })),
  ]
  return (
    <>
      <PageHead title={(draft.title || name).replace(/\{\w+\}/g, '…')} about={t('DESK.TEXTS.EDIT_ABOUT')}>
        {isShown && (
          <a className={buttonClass('bare')} href={address}>
            {t('DESK.SHELF.ON_WEBSITE')}
          </a>
        )}
        {mayChange && (
          <>
            <Button kind="bare" isDisabled={changed.length === 0} onPress={editing.discard}>
              {t('DESK.DISCARD')}
            </Button>
            <Button isDisabled={changed.length === 0} onPress={() => setPublishing(true)}>
              {t('DESK.TEXTS.PUBLISH')}
            </Button>
          </>
        )}
      </PageHead>
      <div className={style.bar}>
        <LanguageTabs language={language} shown={shown} changed={changed} onChange={editing.setLanguage} />
        <Select
          label={t('DESK.PRICES.MARKET')}
          options={markets}
          selectedKey={region === null ? '' : String(region)}
          onSelectionChange={(of) => goTo(String(of))}
        />
      </div>
      <div className={style.editor} lang={language}>
        <WrittenFields draft={draft} isReadOnly={!mayChange} onChange={editing.write} />
        <TextPreview textKey={key} language={language} markdown={draft.markdown} />
      </div>
      <Editions
        editions={editions}
        mayChange={mayChange}
        nothing={
          region !== null
            ? t('DESK.TEXTS.NO_EDITIONS_OF_MARKET')
            : isShown
              ? t('DESK.TEXTS.NO_EDITIONS')
              : t('DESK.TEXTS.NOT_THERE', { address })
        }
        draftOf={(of) => drafts[of]}
        onOpen={open}
      />
      {mayChange && builtIn && (
        <Button kind="bare" onPress={() => open(language, builtIn)}>
          {t('DESK.TEXTS.OPEN_SHIPPED', { language: t(`DESK.LANGUAGE.${language}`) })}
        </Button>
      )}
      {replacing && <DiscardDialog onStay={editing.keep} onDiscard={replacing} />}
      {isPublishing && (
        <PublishDialog
          textKey={key}
          region={region}
          drafts={drafts}
          shown={shown}
          changed={changed}
          onPublished={editing.settle}
          onDone={() => setPublishing(false)}
        />
      )}
    </>
  )
}

/** Address of the page that shows a text. */
function addressOfText(key: string): string {
  const [page] = (Object.keys(textKeys) as DocumentPage[]).filter((each) => textKeys[each] === key)
  return addressOf(page ?? 'home')
}

type TabsProps = {
  language: Language
  shown: Shown
  changed: readonly Language[]
  onChange(language: Language): void
}

/** Chooses the language to write; shows which are missing and which have changes. */
function LanguageTabs({ language, shown, changed, onChange }: TabsProps) {
  const t = useText()
  const stateOf = (of: Language) => (changed.includes(of) ? (shown[of] ? 'CHANGED' : 'NEW') : shown[of] ? null : 'MISSING')
  return (
    <fieldset className={tabStyle.tabs} aria-label={t('DESK.TEXTS.LANGUAGES')}>
      {languages.map((of) => (
        <button key={of} type="button" className={tabStyle.tab} aria-pressed={of === language} onClick={() => onChange(of)}>
          {t(`DESK.LANGUAGE.${of}`)}
          {stateOf(of) && <small> {t(`DESK.TEXTS.${stateOf(of)}`)}</small>}
        </button>
      ))}
    </fieldset>
  )
}

type WrittenProps = { draft: Draft; isReadOnly: boolean; onChange(part: Partial<Draft>): void }

/** The text in one language. */
function WrittenFields({ draft, isReadOnly, onChange }: WrittenProps) {
  const t = useText()
  return (
    <div className={style.written}>
      <TextField
        label={t('DESK.TEXTS.TITLE')}
        value={draft.title}
        onChange={(title) => onChange({ title })}
        maxLength={200}
        isReadOnly={isReadOnly}
      />
      <TextField
        label={t('DESK.TEXTS.DESCRIPTION')}
        hint={t('DESK.TEXTS.DESCRIPTION_HINT')}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        maxLength={500}
        isReadOnly={isReadOnly}
      />
      <div className={style.markdown}>
        <TextField
          label={t('DESK.TEXTS.MARKDOWN')}
          hint={t('DESK.TEXTS.MARKDOWN_HINT')}
          lines={24}
          value={draft.markdown}
          onChange={(markdown) => onChange({ markdown })}
          isReadOnly={isReadOnly}
        />
      </div>
    </div>
  )
}
