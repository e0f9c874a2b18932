import { publishAdvertisement } from '@kiosk/contract/desk-routes'
import { dayInUtc } from '@kiosk/domain/day'
import { type Language, languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import type { Advertisement } from '@kiosk/domain/staff/content-endpoints'
import { CheckGroup } from '../pieces/check-group.tsx'
import { PictureField, pictureIn } from '../pieces/picture-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './content.module.css'

const FIELDS = [...['key', 'headline', 'body', 'target', 'categories', 'from', 'until', 'weight', 'dailyCap', 'alt', 'picture']]
const markets = regions.map(({ id, country }) => ({ id: String(id), name: country }))

/** Publishes an advertisement, or changes one. */
export function AdvertisementDialog({ advertisement, onDone }: { advertisement: Advertisement | null; onDone(): void }) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    const chosen = form.getAll('markets').map(Number)
    const categories = textIn(form, 'categories')
      .split(/[\s,]+/)
      .filter(Boolean)
    await deskClient.call(publishAdvertisement, {
      body: {
        ...{ key: advertisement?.key ?? textIn(form, 'key'), language: textIn(form, 'language') as Language },
        ...{ headline: textIn(form, 'headline'), body: textIn(form, 'body'), target: textIn(form, 'target') },
        markets: chosen.length === 0 || chosen.length === markets.length ? null : chosen,
        categories: categories.length === 0 ? null : categories,
        ...{ from: textIn(form, 'from'), until: optionalIn(form, 'until') },
        ...{ weight: numberIn(form, 'weight') ?? 1, dailyCap: numberIn(form, 'dailyCap') },
        ...{ alt: textIn(form, 'alt'), picture: await pictureIn(form) },
      },
    })
  }
  return (
    <FormDialog
      title={advertisement ? t('DESK.CHANGE_OF', { name: advertisement.headline }) : t('DESK.ADS.NEW')}
      button={t('DESK.TEXTS.PUBLISH_BUTTON')}
      fields={FIELDS}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          {!advertisement && (
            <TextField
              label={t('DESK.CONTENT.KEY')}
              hint={t('DESK.CONTENT.KEY_HINT')}
              name="key"
              pattern="[a-z0-9\-]{1,64}"
              isRequired
              autoFocus
              error={errorOf('key')}
            />
          )}
          <Select
            label={t('DESK.STAFF.LANGUAGE')}
            name="language"
            options={languages.map((id) => ({ id, name: t(`DESK.LANGUAGE.${id}`) }))}
            defaultSelectedKey={advertisement?.language ?? 'de'}
          />
          <TextField
            label={t('DESK.ADS.HEADLINE')}
            name="headline"
            defaultValue={advertisement?.headline ?? ''}
            maxLength={120}
            isRequired
            error={errorOf('headline')}
          />
          <TextField
            label={t('DESK.ADS.BODY')}
            name="body"
            defaultValue={advertisement?.body ?? ''}
            maxLength={400}
            isRequired
            error={errorOf('body')}
          />
          <TextField
            label={t('DESK.LINKS.TARGET')}
            hint={t('DESK.LINKS.TARGET_HINT')}
            name="target"
            defaultValue={advertisement?.target ?? ''}
            isRequired
            error={errorOf('target')}
          />
          <CheckGroup
            label={t('DESK.PROMO.MARKETS_ALL')}
            name="markets"
            options={markets}
            defaultValue={advertisement?.markets?.map(String) ?? []}
          />
          <TextField
            label={t('DESK.ADS.CATEGORIES')}
            hint={t('DESK.ADS.CATEGORIES_HINT')}
            name="categories"
            defaultValue={advertisement?.categories?.join(' ') ?? ''}
            error={errorOf('categories')}
          />
          <div className={style.fields}>
            <TextField
              label={t('DESK.CODES.FROM')}
              name="from"
              type="date"
              defaultValue={advertisement?.from ?? dayInUtc(new Date())}
              isRequired
              error={errorOf('from')}
            />
            <TextField
              label={t('DESK.CODES.UNTIL')}
              name="until"
              type="date"
              defaultValue={advertisement?.until ?? ''}
              error={errorOf('until')}
            />
          </div>
          <div className={style.fields}>
            <TextField
              label={t('DESK.ADS.WEIGHT')}
              hint={t('DESK.ADS.WEIGHT_HINT')}
              name="weight"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,2}|1000"
              defaultValue={String(advertisement?.weight ?? 1)}
              error={errorOf('weight')}
            />
            <TextField
              label={t('DESK.ADS.CAP')}
              hint={t('DESK.ADS.CAP_HINT')}
              name="dailyCap"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,7}"
              defaultValue={advertisement?.dailyCap ? String(advertisement.dailyCap) : ''}
              error={errorOf('dailyCap')}
            />
          </div>
          <PictureField
            label={t('DESK.CONTENT.PICTURE')}
            hint={t(advertisement?.hasPicture ? 'DESK.CONTENT.PICTURE_KEPT' : 'DESK.ADS.PICTURE_NONE')}
            error={errorOf('picture')}
          />
          <TextField
            label={t('DESK.ADS.ALT')}
            hint={t('DESK.ADS.ALT_HINT')}
            name="alt"
            defaultValue={advertisement?.alt ?? ''}
            maxLength={200}
            error={errorOf('alt')}
          />
        </>
      )}
    </FormDialog>
  )
}
