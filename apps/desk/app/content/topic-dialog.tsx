import { publishTopic } from '@kiosk/contract/desk-routes'
import { dayInVienna } from '@kiosk/domain/day'
import type { Language } from '@kiosk/domain/locale'
import type { TopicRow } from '@kiosk/domain/staff/content-endpoints'
import { useState } from 'react'
import { FieldRow } from '../pieces/field-row.tsx'
import { MarketsField, marketsIn } from '../pieces/markets-field.tsx'
import { PictureField, pictureIn } from '../pieces/picture-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { IssueField } from '../shell/issue-field.tsx'
import { LanguageField } from '../shell/language-field.tsx'
import { useArticles } from '../shell/use-articles.ts'
import { useText } from '../shell/use-text.tsx'
import { TitleAndKeyFields } from './content-fields.tsx'

const DEFAULT_TREND = 50

/** Publishes a topic, or changes one. */
export function TopicDialog({ topic, onDone }: { topic: TopicRow | null; onDone(): void }) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    await deskClient.call(publishTopic, {
      body: {
        uid: topic?.uid ?? textIn(form, 'uid'),
        language: textIn(form, 'language') as Language,
        headline: textIn(form, 'headline'),
        text: textIn(form, 'text'),
        released: textIn(form, 'released'),
        trend: numberIn(form, 'trend') ?? DEFAULT_TREND,
        page: numberIn(form, 'page') ?? 1,
        issue: textIn(form, 'issue'),
        article: optionalIn(form, 'article'),
        regions: marketsIn(form, 'regions'),
        picture: await pictureIn(form),
        isNew: topic === null,
      },
    })
  }
  return (
    <FormDialog
      title={topic ? t('DESK.CHANGE_OF', { name: topic.headline }) : t('DESK.TOPICS.NEW')}
      button={t('DESK.TEXTS.PUBLISH_BUTTON')}
      send={send}
      onDone={onDone}
    >
      <TitleAndKeyFields
        label={t('DESK.TOPICS.HEADLINE')}
        name="headline"
        title={topic?.headline}
        maxLength={200}
        isRequired
        keyName="uid"
      />
      <LanguageField language={topic?.language} />
      <TextField label={t('DESK.TOPICS.TEXT')} name="text" lines={5} defaultValue={topic?.text ?? ''} isRequired />
      <PlaceFields topic={topic} />
      <FieldRow>
        <TextField
          label={t('DESK.TOPICS.TREND')}
          hint={t('DESK.TOPICS.TREND_HINT')}
          name="trend"
          inputMode="numeric"
          pattern="[1-9][0-9]?|100"
          defaultValue={String(topic?.trend ?? DEFAULT_TREND)}
        />
        <TextField
          label={t('DESK.TOPICS.RELEASED')}
          hint={t('DESK.CONTENT.DATE_HINT')}
          name="released"
          type="date"
          defaultValue={topic?.released ?? dayInVienna(new Date())}
          isRequired
        />
      </FieldRow>
      <MarketsField name="regions" markets={topic?.regions} />
      <PictureField
        label={t('DESK.CONTENT.PICTURE')}
        hint={t(topic?.hasPicture ? 'DESK.CONTENT.PICTURE_KEPT' : 'DESK.CONTENT.PICTURE_COVER')}
      />
    </FormDialog>
  )
}

/** The value of the option "no article": an empty key cannot be an option. */
const NO_ARTICLE = ''

/** Where the topic leads: an article of an issue, or one of its pages. */
function PlaceFields({ topic }: { topic: TopicRow | null }) {
  const t = useText()
  const [uid, setUid] = useState(topic?.issue ?? null)
  const articles = useArticles(uid) ?? []
  const known = [...new Set(articles.map(({ headline }) => headline))]
  const kept = topic?.article && uid === topic.issue ? topic.article : null
  const headlines = kept === null || known.includes(kept) ? known : [kept, ...known]
  return (
    <>
      <IssueField
        label={t('DESK.CONTENT.ISSUE')}
        name="issue"
        isRequired
        chosen={topic && { uid: topic.issue, name: topic.issueName }}
        onChange={(issue) => setUid(issue?.uid ?? null)}
      />
      <Select
        key={uid}
        label={t('DESK.TOPICS.ARTICLE')}
        name="article"
        options={[
          { id: NO_ARTICLE, name: t('DESK.TOPICS.NO_ARTICLE') },
          ...headlines.map((headline) => ({ id: headline, name: headline })),
        ]}
        defaultSelectedKey={kept ?? NO_ARTICLE}
      />
      <TextField
        label={t('DESK.TAKEDOWN.PAGE_NUMBER')}
        name="page"
        inputMode="numeric"
        pattern="[1-9][0-9]{0,3}"
        defaultValue={String(topic?.page ?? 1)}
      />
    </>
  )
}
