import { regions } from '@kiosk/domain/regions'
import { FREQUENCIES } from '@kiosk/domain/staff/shelf-title-endpoints'
import { ISSUE_KINDS, type IssueMetadata, TITLE_KINDS } from '@kiosk/domain/staff/upload-endpoints'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import type { ChangeError } from '../shell/change-error.ts'
import { LANGUAGES, useNames } from '../shell/use-names.ts'
import { useText } from '../shell/use-text.tsx'
import { TitleField } from './title-field.tsx'
import style from './uploads.module.css'

type Props = {
  metadata: IssueMetadata
  title: string
  categories: readonly { uid: string; name: string }[]
  isDisabled: boolean
  error: ChangeError | null
  onChange(values: Partial<IssueMetadata>): void
}

const ELSEWHERE = '-'

/** Which issue a PDF is. */
export function MetadataForm({ metadata, title, categories, isDisabled, error, onChange }: Props) {
  const t = useText()
  const { newTitle } = metadata
  const names = useNames()
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined)
  const text = (field: 'name' | 'number' | 'edition' | 'headline') => ({
    isDisabled,
    value: metadata[field] ?? '',
    onChange: (value: string) => onChange({ [field]: value === '' && field !== 'name' && field !== 'headline' ? null : value }),
    error: errorOf(field),
  })
  return (
    <div className={style.form}>
      <TitleField
        metadata={metadata}
        title={title}
        categories={categories}
        isDisabled={isDisabled}
        error={errorOf('titleKey')}
        onChange={onChange}
      />
      {newTitle && (
        <NewTitleFields
          newTitle={newTitle}
          categories={categories}
          isDisabled={isDisabled}
          error={errorOf('category')}
          onChange={(values) => onChange({ newTitle: { ...newTitle, ...values } })}
        />
      )}
      <TextField label={t('DESK.UPLOAD.NAME')} hint={t('DESK.UPLOAD.NAME_HINT')} isRequired {...text('name')} />
      <TextField label={t('DESK.UPLOAD.NUMBER')} {...text('number')} />
      <TextField
        label={t('DESK.UPLOAD.DATE')}
        type="date"
        isRequired
        isDisabled={isDisabled}
        value={metadata.date}
        onChange={(date) => onChange({ date })}
        error={errorOf('date')}
      />
      <TextField
        label={t('DESK.UPLOAD.DATE_END')}
        type="date"
        isDisabled={isDisabled}
        value={metadata.dateEnd ?? ''}
        onChange={(day) => onChange({ dateEnd: day || null })}
        error={errorOf('dateEnd')}
      />
      <Select
        label={t('DESK.UPLOAD.ISSUE_KIND')}
        isDisabled={isDisabled}
        options={ISSUE_KINDS.map((id) => ({ id, name: t(`DESK.ISSUE_KIND.${id}`) }))}
        selectedKey={metadata.kind}
        onSelectionChange={(kind) => onChange({ kind: kind as IssueMetadata['kind'] })}
      />
      <Select
        label={t('DESK.UPLOAD.LANGUAGE')}
        isDisabled={isDisabled}
        options={[...new Set([...LANGUAGES, 'und', metadata.language])].map((id) => ({ id, name: names.language(id) }))}
        selectedKey={metadata.language}
        onSelectionChange={(key) => onChange({ language: String(key) })}
      />
      <TextField label={t('DESK.FIELD.edition')} hint={t('DESK.UPLOAD.EDITION_HINT')} {...text('edition')} />
      <TextField label={t('DESK.FIELD.headline')} {...text('headline')} />
      <TextField
        label={t('DESK.UPLOAD.DESCRIPTION')}
        lines={4}
        isDisabled={isDisabled}
        value={metadata.description}
        onChange={(description) => onChange({ description })}
      />
    </div>
  )
}

type NewTitle = NonNullable<IssueMetadata['newTitle']>
type NewTitleProps = Pick<Props, 'categories' | 'isDisabled'> & {
  newTitle: NewTitle
  /** What is wrong with the category. */
  error: string | undefined
  onChange(values: Partial<NewTitle>): void
}

/** What a title has that is created with the issue, besides its name. */
function NewTitleFields({ newTitle, categories, isDisabled, error, onChange }: NewTitleProps) {
  const t = useText()
  const names = useNames()
  return (
    <>
      <Select
        label={t('DESK.UPLOAD.KIND')}
        isDisabled={isDisabled}
        options={TITLE_KINDS.map((id) => ({ id, name: t(`DESK.UPLOAD.KIND.${id}`) }))}
        selectedKey={newTitle.kind}
        onSelectionChange={(kind) => onChange({ kind: kind as 'magazine' })}
      />
      <Select
        label={t('DESK.FIELD.frequency')}
        isDisabled={isDisabled}
        options={FREQUENCIES.map((id) => ({ id, name: t(`DESK.FREQUENCY.${id}`) }))}
        selectedKey={newTitle.frequency ?? 'irregular'}
        onSelectionChange={(id) => onChange({ frequency: id as 'irregular' })}
      />
      <Select
        label={t('DESK.UPLOAD.COUNTRY')}
        isDisabled={isDisabled}
        options={[
          { id: ELSEWHERE, name: t('DESK.UPLOAD.COUNTRY_NONE') },
          ...regions.map(({ country }) => ({ id: country, name: names.country(country) })),
        ]}
        selectedKey={newTitle.country ?? ELSEWHERE}
        onSelectionChange={(key) => onChange({ country: key === ELSEWHERE ? null : String(key) })}
      />
      <Select
        label={t('DESK.UPLOAD.CATEGORY')}
        isDisabled={isDisabled}
        options={categories.map(({ uid, name }) => ({ id: uid, name }))}
        selectedKey={newTitle.category}
        error={error}
        onSelectionChange={(key) => onChange({ category: String(key) })}
      />
    </>
  )
}
