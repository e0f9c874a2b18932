import { changeStaff, inviteStaff, staff } from '@kiosk/contract/desk-routes'
import type { StaffMember } from '@kiosk/domain/staff/endpoints'
import { permissions, ROLES, type Role } from '@kiosk/domain/staff/roles'
import { useState } from 'react'
import { Switch } from 'react-aria-components'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { ScrollRegion } from '../pieces/scroll-region.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { LanguageField } from '../shell/language-field.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import style from './staff.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, { staff: members }] = await Promise.all([ctx.may('staff.write'), ctx.call(staff)])
  return { members, mayChange }
}

const TONES = { active: 'good', invited: 'plain', disabled: 'bad' } as const

/** Everybody who may sign in, with their role. */
export default function Staff() {
  const { members, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const [edited, setEdited] = useState<StaffMember | 'new' | null>(null)
  const columns: Column<StaffMember>[] = [
    { id: 'name', header: t('DESK.STAFF.NAME'), cell: (row) => <strong>{row.name}</strong> },
    { id: 'email', header: t('DESK.STAFF.EMAIL'), cell: (row) => row.email },
    { id: 'role', header: t('DESK.STAFF.ROLE'), cell: (row) => t(`DESK.ROLE.${row.role}`) },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (member) => <Badge tone={TONES[member.state]}>{t(`DESK.STAFF.STATE.${member.state}`)}</Badge>,
    },
    {
      id: 'seen',
      header: t('DESK.STAFF.SEEN'),
      cell: (row) => (row.lastSeenAt ? time(row.lastSeenAt) : '–'),
    },
  ]
  const actions = (row: StaffMember) => (
    <Button kind="bare" onPress={() => setEdited(row)} aria-label={t('DESK.CHANGE_OF', { name: row.name })}>
      {t('DESK.CHANGE')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.STAFF')} about={t('DESK.STAFF.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.STAFF.INVITE')}</Button>}
      </PageHead>
      <DataTable
        label={t('DESK.SECTION.STAFF')}
        rows={members}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.STAFF.NOBODY')}
      />
      <RoleTable />
      {edited === 'new' && <Invite onDone={() => setEdited(null)} />}
      {edited && edited !== 'new' && <Change member={edited} onDone={() => setEdited(null)} />}
    </>
  )
}

function useRoles() {
  const t = useText()
  return ROLES.map((id) => ({ id, name: t(`DESK.ROLE.${id}`), hint: t(`DESK.ROLE.${id}.MEANING`) }))
}

function Invite({ onDone }: { onDone(): void }) {
  const t = useText()
  const roles = useRoles()
  const [role, setRole] = useState<Role>('editor')
  const [language, setLanguage] = useState(useLanguage())
  function send(form: FormData): Promise<unknown> {
    const typed = { email: textIn(form, 'email'), name: textIn(form, 'name'), reason: textIn(form, 'reason') }
    return deskClient.call(inviteStaff, { body: { ...typed, role, language } })
  }
  return (
    <FormDialog title={t('DESK.STAFF.INVITE')} button={t('DESK.STAFF.INVITE_BUTTON')} send={send} onDone={onDone}>
      <TextField label={t('DESK.STAFF.EMAIL')} name="email" type="email" isRequired autoFocus />
      <TextField label={t('DESK.STAFF.NAME')} name="name" isRequired />
      <Select label={t('DESK.STAFF.ROLE')} options={roles} selectedKey={role} onSelectionChange={(key) => setRole(key as Role)} />
      <LanguageField language={language} onChange={setLanguage} />
      <ReasonField />
      <p className={style.note}>{t('DESK.STAFF.INVITE_NOTE')}</p>
    </FormDialog>
  )
}

function Change({ member, onDone }: { member: StaffMember; onDone(): void }) {
  const t = useText()
  const roles = useRoles()
  const [role, setRole] = useState<Role>(member.role)
  const [disabled, setDisabled] = useState(member.state === 'disabled')
  const params = { id: member.id }
  return (
    <FormDialog
      title={member.name}
      button={t('DESK.SAVE')}
      send={(form) => deskClient.call(changeStaff, { params, body: { role, disabled, reason: textIn(form, 'reason') } })}
      onDone={onDone}
    >
      <Select label={t('DESK.STAFF.ROLE')} options={roles} selectedKey={role} onSelectionChange={(key) => setRole(key as Role)} />
      <Switch isSelected={!disabled} onChange={(may) => setDisabled(!may)} className={style.switch!}>
        <span className={style.indicator} aria-hidden="true" />
        {t('DESK.STAFF.MAY_SIGN_IN')}
      </Switch>
      {member.state === 'disabled' && !disabled && <p className={style.note}>{t('DESK.STAFF.ENABLE_NOTE')}</p>}
      <ReasonField />
    </FormDialog>
  )
}

/** Who may do what, from the same table that the server asks. */
function RoleTable() {
  const t = useText()
  return (
    <section className={style.roles}>
      <h2 id="who-may">{t('DESK.STAFF.WHO_MAY')}</h2>
      <ScrollRegion labelledBy="who-may">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('DESK.STAFF.PERMISSION')}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {t(`DESK.ROLE.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(permissions).map(([permission, roles]) => (
              <tr key={permission}>
                <th scope="row">{t(`DESK.PERMISSION.${permission}`)}</th>
                {ROLES.map((role) => (
                  <td key={role}>{(roles as readonly Role[]).includes(role) ? t('DESK.YES') : '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
