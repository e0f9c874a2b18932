import { companyDetails, saveCompanyDetails } from '@kiosk/contract/desk-routes'
import type { PublishedValues } from '@kiosk/domain/operator'
import { type FormEvent, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { FieldGroup, FormPart, FormParts, InLanguages, PartFields } from '../pieces/form-parts.tsx'
import { Notice } from '../pieces/notice.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { SaveBar } from '../shell/save-bar.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useSaved } from '../shell/use-saved.ts'
import { useText } from '../shell/use-text.tsx'
import { countOfChanges, listAt, type Path, partAt, withPart } from '../shell/value-parts.ts'
import { COMPANY_PARTS, type CompanyField, type CompanyList, sentValues } from './company-fields.ts'
import style from './content.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, details] = await Promise.all([ctx.may('company.write'), ctx.call(companyDetails)])
  return { ...details, mayChange }
}

/** What imprint, privacy page, invoices and home page say about the operator. */
export default function Company() {
  const { mayChange, ...loaded } = useLoaderData<typeof loader>()
  const [base, setBase] = useSaved<PublishedValues>(loaded)
  const t = useText()
  const { run, error, isPending } = useChange()
  const [edited, setEdited] = useState<PublishedValues | null>(null)
  const [isSaved, setSaved] = useState(false)
  const values = edited ?? base.values
  const form = useRef<HTMLFormElement>(null)
  const set: SetPart = (path, part) => {
    setSaved(false)
    setEdited((known) => withPart(known ?? base.values, path, part))
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const sending = sentValues(values)
    const body = { ...sending, before: base.version }
    if (!(await run(() => deskClient.call(saveCompanyDetails, { body })))) return
    if (countOfChanges(base.values, sending) > 0) setBase(sending)
    setEdited(null)
    setSaved(true)
  }
  return (
    <>
      <PageHead title={t('DESK.SECTION.COMPANY')} about={t('DESK.COMPANY.ABOUT')} />
      {!mayChange && <Notice>{t('DESK.COMPANY.READ_ONLY')}</Notice>}
      <ErrorForm ref={form} error={error} onSubmit={(event) => void submit(event)}>
        <FormParts>
          {COMPANY_PARTS.map(({ key, fields, list }) => (
            <FormPart key={key} title={t(`DESK.COMPANY.PART.${key}`)} about={t(`DESK.COMPANY.PART.${key}.ABOUT`)}>
              <Fields values={values} set={set} fields={fields} mayChange={mayChange} />
              {list && <List values={values} set={set} list={list} mayChange={mayChange} />}
            </FormPart>
          ))}
          {mayChange && (
            <SaveBar
              count={countOfChanges(base.values, values)}
              isPending={isPending}
              error={null}
              onUndo={null}
              status={
                isSaved && (
                  <>
                    {t('DESK.COMPANY.SAVED')} <Link to="/content">{t('DESK.COMPANY.TEXTS')}</Link>
                  </>
                )
              }
              isSubmit
              onSave={() => form.current?.requestSubmit()}
              onDiscard={() => setEdited(null)}
            >
              <FormFailure />
            </SaveBar>
          )}
        </FormParts>
      </ErrorForm>
    </>
  )
}

type SetPart = (path: Path, part: unknown) => void
type Editing = { values: PublishedValues; set: SetPart; mayChange: boolean }
type FieldsProps = Editing & {
  fields: readonly CompanyField[]
  /** The entry of a list to which the fields belong, and the name of the list. */
  entry?: { path: Path; list: string }
}

/** Short texts beside one another; those in three languages below. */
function Fields({ values, set, mayChange, fields, entry }: FieldsProps) {
  const t = useText()
  const single = fields.filter(({ inLanguages }) => !inLanguages)
  const translated = fields.filter(({ inLanguages }) => inLanguages)
  const label = ({ path }: CompanyField) => t(`DESK.COMPANY.FIELD.${entry ? `${entry.list}.${path}` : path}`)
  const pathOf = ({ path }: CompanyField): Path => [...(entry?.path ?? []), ...path.split('.')]
  const props = (path: Path, { lines = 1, isNullable }: CompanyField) => {
    const part = partAt(values, path)
    return {
      name: path.join('.'),
      value: typeof part === 'string' ? part : '',
      onChange: (text: string) => set(path, isNullable && text === '' ? null : text),
      isReadOnly: !mayChange,
      lines,
    }
  }
  return (
    <>
      {single.length > 0 && (
        <PartFields>
          {single.map((field) => (
            <TextField
              key={field.path}
              label={label(field)}
              {...props(pathOf(field), field)}
              {...(field.type && { type: field.type })}
              {...(field.isRequired && { isRequired: true })}
            />
          ))}
        </PartFields>
      )}
      {translated.map((field) => (
        <InLanguages key={field.path} legend={label(field)}>
          {(language) => (
            <TextField
              lang={language}
              label={t(`DESK.LANGUAGE.${language}`)}
              {...props([...pathOf(field), language], field)}
              {...(field.isRequired && { isRequired: true })}
            />
          )}
        </InLanguages>
      ))}
    </>
  )
}

/** Entries that can be added and removed. */
function List({ list: { path: name, fields, empty }, ...editing }: Editing & { list: CompanyList }) {
  const { values, set, mayChange } = editing
  const t = useText()
  const path: Path = name.split('.')
  const entries = listAt(values, path)
  const title = (place: number) => t(`DESK.COMPANY.ENTRY.${name}`, { place: place + 1 })
  return (
    <div className={style.entries}>
      {entries.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no other name
        <FieldGroup key={place} legend={title(place)}>
          <Fields {...editing} fields={fields} entry={{ path: [...path, place], list: name }} />
          {mayChange && (
            <Buttons>
              <Button
                kind="quiet"
                aria-label={t('DESK.LIST.REMOVE_OF', { name: title(place) })}
                onPress={() => set(path, entries.toSpliced(place, 1))}
              >
                {t('DESK.COMPANY.REMOVE')}
              </Button>
            </Buttons>
          )}
        </FieldGroup>
      ))}
      {mayChange && (
        <Buttons>
          <Button kind="quiet" onPress={() => set(path, [...entries, empty])}>
            {t(`DESK.COMPANY.ADD.${name}`)}
          </Button>
        </Buttons>
      )}
    </div>
  )
}
