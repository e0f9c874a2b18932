import { publishTopic } from '@kiosk/contract/desk-routes'
import { dayInUtc } from '@kiosk/domain/day'
import { type Language, languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import type { TopicRow } from '@kiosk/domain/staff/content-endpoints'
import { CheckGroup } from '../pieces/check-group.tsx'
import { PictureField, pictureIn } from '../pieces/picture-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './content.module.css'

const FIELDS = ['uid', 'headline', 'text', 'issue', 'article', 'page', 'trend', 'released', 'picture']
const markets = regions.map(({ id, country }) => ({ id: String(id), name: country }))
const TREND = 50

/** Publishes a topic, or changes one. */
export function TopicDialog({ topic, onDone }: { topic: TopicRow | null; onDone(): void }) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    const chosen = form.getAll('regions').map(Number)
    await deskClient.call(publishTopic, {
      body: {
        ...{ uid: topic?.uid ?? textIn(form, 'uid'), language: textIn(form, 'language') as Language },
        ...{ headline: textIn(form, 'headline'), text: textIn(form, 'text'), released: textIn(form, 'released') },
        ...{ trend: numberIn(form, 'trend') ?? TREND, page: numberIn(form, 'page') ?? 1 },
        ...{ issue: textIn(form, 'issue'), article: optionalIn(form, 'article') },
        regions: chosen.length === 0 || chosen.length === markets.length ? null : chosen,
        picture: await pictureIn(form),
      },
    })
  }
  return (
    <FormDialog
      title={topic ? t('DESK.CHANGE_OF', { name: topic.headline }) : t('DESK.TOPICS.NEW')}
      button={t('DESK.TEXTS.PUBLISH_BUTTON')}
      fields={FIELDS}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          {!topic && (
            <TextField
              label={t('DESK.CONTENT.KEY')}
              hint={t('DESK.CONTENT.KEY_HINT')}
              name="uid"
              pattern="[a-z0-9\-]{1,64}"
              isRequired
              autoFocus
              error={errorOf('uid')}
            />
          )}
          <Select
            label={t('DESK.STAFF.LANGUAGE')}
            name="language"
            options={languages.map((id) => ({ id, name: t(`DESK.LANGUAGE.${id}`) }))}
            defaultSelectedKey={topic?.language ?? 'de'}
          />
          <TextField
            label={t('DESK.TOPICS.HEADLINE')}
            name="headline"
            defaultValue={topic?.headline ?? ''}
            maxLength={200}
            isRequired
            error={errorOf('headline')}
          />
          <TextField
            label={t('DESK.TOPICS.TEXT')}
            name="text"
            lines={5}
            defaultValue={topic?.text ?? ''}
            isRequired
            error={errorOf('text')}
          />
          <TextField
            label={t('DESK.CONTENT.ISSUE')}
            hint={t('DESK.CONTENT.ISSUE_HINT')}
            name="issue"
            defaultValue={topic?.issue ?? ''}
            isRequired
            error={errorOf('issue')}
          />
          <TextField
            label={t('DESK.TOPICS.ARTICLE')}
            hint={t('DESK.TOPICS.ARTICLE_HINT')}
            name="article"
            defaultValue={topic?.article ?? ''}
            error={errorOf('article')}
          />
          <div className={style.fields}>
            <TextField
              label={t('DESK.TAKEDOWN.PAGE_NUMBER')}
              name="page"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,3}"
              defaultValue={String(topic?.page ?? 1)}
              error={errorOf('page')}
            />
            <TextField
              label={t('DESK.TOPICS.TREND')}
              hint={t('DESK.TOPICS.TREND_HINT')}
              name="trend"
              inputMode="numeric"
              pattern="[1-9][0-9]?|100"
              defaultValue={String(topic?.trend ?? TREND)}
              error={errorOf('trend')}
            />
            <TextField
              label={t('DESK.TOPICS.RELEASED')}
              name="released"
              type="date"
              defaultValue={topic?.released ?? dayInUtc(new Date())}
              isRequired
              error={errorOf('released')}
            />
          </div>
          <CheckGroup
            label={t('DESK.PROMO.MARKETS_ALL')}
            name="regions"
            options={markets}
            defaultValue={topic?.regions?.map(String) ?? []}
          />
          <PictureField
            label={t('DESK.CONTENT.PICTURE')}
            hint={t(topic?.hasPicture ? 'DESK.CONTENT.PICTURE_KEPT' : 'DESK.CONTENT.PICTURE_COVER')}
            error={errorOf('picture')}
          />
        </>
      )}
    </FormDialog>
  )
}
