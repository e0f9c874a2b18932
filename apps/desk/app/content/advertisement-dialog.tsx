import { publishAdvertisement } from '@kiosk/contract/desk-routes'
import type { Language } from '@kiosk/domain/locale'
import type { Advertisement } from '@kiosk/domain/staff/content-endpoints'
import { CheckGroup } from '../pieces/check-group.tsx'
import { FieldRow } from '../pieces/field-row.tsx'
import { MarketsField, marketsIn } from '../pieces/markets-field.tsx'
import { PictureField, pictureIn } from '../pieces/picture-field.tsx'
import type { Option } from '../pieces/select.tsx'
import { TermFields } from '../pieces/term-fields.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { LanguageField } from '../shell/language-field.tsx'
import { useText } from '../shell/use-text.tsx'
import { TargetField, TitleAndKeyFields } from './content-fields.tsx'

type Props = { advertisement: Advertisement | null; categories: readonly Option[]; onDone(): void }

/** Publishes an advertisement, or changes one. */
export function AdvertisementDialog({ advertisement, categories, onDone }: Props) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    const chosen = form.getAll('categories').map(String)
    await deskClient.call(publishAdvertisement, {
      body: {
        key: advertisement?.key ?? textIn(form, 'key'),
        language: textIn(form, 'language') as Language,
        headline: textIn(form, 'headline'),
        body: textIn(form, 'body'),
        target: textIn(form, 'target'),
        markets: marketsIn(form),
        categories: chosen.length === 0 ? null : chosen,
        from: textIn(form, 'from'),
        until: optionalIn(form, 'until'),
        weight: numberIn(form, 'weight') ?? 1,
        dailyCap: numberIn(form, 'dailyCap'),
        alt: textIn(form, 'alt'),
        picture: await pictureIn(form),
        isNew: advertisement === null,
      },
    })
  }
  return (
    <FormDialog
      title={advertisement ? t('DESK.CHANGE_OF', { name: advertisement.headline }) : t('DESK.ADS.NEW')}
      button={t('DESK.TEXTS.PUBLISH_BUTTON')}
      send={send}
      onDone={onDone}
    >
      <TitleAndKeyFields
        label={t('DESK.ADS.HEADLINE')}
        name="headline"
        title={advertisement?.headline}
        maxLength={120}
        isRequired
      />
      <LanguageField language={advertisement?.language} />
      <TextField label={t('DESK.ADS.BODY')} name="body" defaultValue={advertisement?.body ?? ''} maxLength={400} isRequired />
      <TargetField target={advertisement?.target} />
      <MarketsField markets={advertisement?.markets} />
      <CheckGroup
        label={t('DESK.ADS.CATEGORIES')}
        name="categories"
        options={categories}
        defaultValue={advertisement?.categories ?? []}
      />
      <TermFields from={advertisement?.from} until={advertisement?.until} />
      <FieldRow>
        <TextField
          label={t('DESK.ADS.WEIGHT')}
          hint={t('DESK.ADS.WEIGHT_HINT')}
          name="weight"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,2}|1000"
          defaultValue={String(advertisement?.weight ?? 1)}
        />
        <TextField
          label={t('DESK.ADS.CAP')}
          hint={t('DESK.ADS.CAP_HINT')}
          name="dailyCap"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,7}"
          defaultValue={advertisement?.dailyCap ? String(advertisement.dailyCap) : ''}
        />
      </FieldRow>
      <PictureField
        label={t('DESK.CONTENT.PICTURE')}
        hint={t(advertisement?.hasPicture ? 'DESK.CONTENT.PICTURE_KEPT' : 'DESK.ADS.PICTURE_NONE')}
      />
      <TextField
        label={t('DESK.ADS.ALT')}
        hint={t('DESK.ADS.ALT_HINT')}
        name="alt"
        defaultValue={advertisement?.alt ?? ''}
        maxLength={200}
      />
    </FormDialog>
  )
}
