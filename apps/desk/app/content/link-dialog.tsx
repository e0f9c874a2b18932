import { publishLink } from '@kiosk/contract/desk-routes'
import { dayInVienna } from '@kiosk/domain/day'
import type { LinkRow } from '@kiosk/domain/staff/content-endpoints'
import { PictureField, pictureIn } from '../pieces/picture-field.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { IssueField } from '../shell/issue-field.tsx'
import { contentKeyOf } from '../shell/key-of.ts'
import { useText } from '../shell/use-text.tsx'
import { TargetField, TitleAndKeyFields } from './content-fields.tsx'

/** Publishes an entry of the link list, or changes one. */
export function LinkDialog({ link, onDone }: { link: LinkRow | null; onDone(): void }) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    const target = textIn(form, 'target')
    await deskClient.call(publishLink, {
      body: {
        key: link?.key ?? (textIn(form, 'key') || contentKeyOf(target)),
        title: textIn(form, 'title'),
        target,
        posted: textIn(form, 'posted'),
        issue: optionalIn(form, 'issue'),
        picture: await pictureIn(form),
        isNew: link === null,
      },
    })
  }
  return (
    <FormDialog
      title={link ? t('DESK.CHANGE_OF', { name: link.title || link.key }) : t('DESK.LINKS.NEW')}
      button={t('DESK.TEXTS.PUBLISH_BUTTON')}
      send={send}
      onDone={onDone}
    >
      <TitleAndKeyFields
        label={t('DESK.TEXTS.TITLE')}
        name="title"
        title={link?.title}
        maxLength={200}
        keyHint={t('DESK.LINKS.KEY_HINT')}
      />
      <TargetField target={link?.target} />
      <TextField
        label={t('DESK.LINKS.POSTED')}
        hint={t('DESK.CONTENT.DATE_HINT')}
        name="posted"
        type="date"
        defaultValue={link?.posted ?? dayInVienna(new Date())}
        isRequired
      />
      <IssueField
        label={t('DESK.LINKS.ISSUE')}
        name="issue"
        hint={t('DESK.LINKS.ISSUE_HINT')}
        chosen={link?.issue && link.issueName ? { uid: link.issue, name: link.issueName } : null}
      />
      <PictureField
        label={t('DESK.CONTENT.PICTURE')}
        hint={t(link?.hasPicture ? 'DESK.CONTENT.PICTURE_KEPT' : 'DESK.CONTENT.PICTURE_COVER')}
      />
    </FormDialog>
  )
}
