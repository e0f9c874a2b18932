import { texts } from '@kiosk/contract/desk-routes'
import { languages } from '@kiosk/domain/locale'
import { regionById } from '@kiosk/domain/regions'
import type { TextRow } from '@kiosk/domain/staff/content-endpoints'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './content.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return deskContext(context).call(texts)
}

/** The texts of the website: terms, imprint, questions and answers. */
export default function Texts() {
  const { texts: rows } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const day = useDay()
  const columns: Column<TextRow>[] = [
    {
      id: 'title',
      header: t('DESK.TEXTS.TEXT'),
      cell: (row) => (
        <>
          <strong>
            <Link to={addressOf(row)}>{row.title.replace(/\{\w+\}/g, '…')}</Link>
          </strong>
          <small>{[row.key, row.region && regionById(row.region)?.country].filter(Boolean).join(', ')}</small>
        </>
      ),
    },
    ...languages.map(
      (of): Column<TextRow> => ({
        id: of,
        header: t(`DESK.LANGUAGE.${of}`),
        cell: (row) => {
          const shown = row.versions[of]
          if (!shown && languages.every((each) => !row.versions[each])) return t('DESK.TEXTS.UNUSED')
          if (!shown) return <strong className={style.missing}>{t('DESK.TEXTS.MISSING')}</strong>
          return (
            <>
              {day(shown.version)}
              {!shown.isOwn && <small>{t('DESK.TEXTS.SHIPPED')}</small>}
            </>
          )
        },
      }),
    ),
    { id: 'next', header: t('DESK.TEXTS.NEXT'), cell: (row) => (row.nextAt ? time(row.nextAt) : '–') },
  ]
  return (
    <>
      <PageHead title={t('DESK.SECTION.TEXTS')} about={t('DESK.TEXTS.ABOUT')} />
      <DataTable
        label={t('DESK.SECTION.TEXTS')}
        rows={rows}
        columns={columns}
        rowId={({ key, region }) => `${key} ${region}`}
        nothing={t('DESK.LIST.NOTHING')}
      />
    </>
  )
}

function addressOf({ key, region }: TextRow): string {
  return `/content/texts/${key}${region === null ? '' : `?region=${region}`}`
}
