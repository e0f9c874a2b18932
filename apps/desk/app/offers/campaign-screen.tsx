import { campaignFile, campaigns, checkCampaign, publishCampaign } from '@kiosk/contract/desk-routes'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import fieldStyle from '../pieces/field.module.css'
import { Failure, Notice } from '../pieces/notice.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { textIn } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useChange } from '../shell/use-change.tsx'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useText } from '../shell/use-text.tsx'
import style from './offers.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const { key } = params
  const me = await ctx.me()
  const yaml = key ? (await ctx.call(campaignFile, { params: { key } })).yaml : (await ctx.call(campaigns)).example
  return { key: key ?? null, yaml, mayChange: me !== null && isPermitted(me.role, 'offers.write') }
}

/** The file of a campaign: typed or chosen, checked while typing, published. */
export default function CampaignEditor() {
  const { key, yaml: given, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const [yaml, setYaml] = useState(given)
  const [published, setPublished] = useState<string | null>(null)
  const { run, error, isPending } = useChange()
  const { answer: checked } = useAnswer({ yaml }, (body, signal) => deskClient.call(checkCampaign, { body }, { signal }))
  const faults = checked?.faults ?? []
  useLeaveWarning(yaml !== given && published === null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = textIn(new FormData(event.currentTarget), 'reason')
    setPublished(null)
    await run(async () => {
      const result = await deskClient.call(publishCampaign, { body: { yaml, reason } })
      if (result.faults.length === 0) setPublished(result.key)
    })
  }
  return (
    <>
      <PageHead title={key ? `/${key}` : t('DESK.CAMPAIGNS.NEW')} about={t('DESK.CAMPAIGNS.FILE_ABOUT')} />
      <form className={style.columns} onSubmit={(event) => void submit(event)}>
        <div className={`${fieldStyle.field} ${style.yaml}`}>
          <label htmlFor="campaign-file">{t('DESK.CAMPAIGNS.FILE')}</label>
          <textarea
            id="campaign-file"
            value={yaml}
            onChange={({ target }) => setYaml(target.value)}
            spellCheck={false}
            readOnly={!mayChange}
            aria-invalid={faults.length > 0}
            aria-describedby="campaign-state"
          />
        </div>
        <div className={style.side}>
          <div id="campaign-state" role="status">
            {checked && faults.length === 0 && <Notice tone="good">{t('DESK.CAMPAIGNS.NO_FAULTS')}</Notice>}
            {faults.length > 0 && (
              <ul className={style.faults}>
                {faults.map((fault) => (
                  <li key={fault} lang="en">
                    {fault}
                  </li>
                ))}
              </ul>
            )}
          </div>
          {mayChange && (
            <>
              <div className={fieldStyle.field}>
                <label htmlFor="campaign-upload">{t('DESK.CAMPAIGNS.CHOOSE')}</label>
                <input
                  id="campaign-upload"
                  type="file"
                  accept=".yaml,.yml,.json"
                  onChange={({ target }) => void target.files?.[0]?.text().then(setYaml)}
                />
              </div>
              <ReasonField error={error?.field === 'reason' ? error.message : undefined} />
              <Failure error={error?.field === 'reason' ? null : error} />
              <Button type="submit" isDisabled={faults.length > 0} isPending={isPending}>
                {t('DESK.CAMPAIGNS.PUBLISH')}
              </Button>
            </>
          )}
          {published && (
            <Notice tone="good" role="status">
              <p>
                {t('DESK.CAMPAIGNS.PUBLISHED')}{' '}
                <a href={`/${published}`} target="_blank" rel="noreferrer">
                  /{published}
                </a>
              </p>
            </Notice>
          )}
        </div>
      </form>
    </>
  )
}
