import { changeStaff, inviteStaff, staff } from '@kiosk/contract/desk-routes'
import { isLanguage, type Language, languages } from '@kiosk/domain/locale'
import type { StaffMember } from '@kiosk/domain/staff/endpoints'
import { isPermitted, permissions, ROLES, type Role } from '@kiosk/domain/staff/roles'
import { type FormEvent, useMemo, useState } from 'react'
import { Switch } from 'react-aria-components'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { ScrollRegion } from '../pieces/scroll-region.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './staff.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [me, { staff: members }] = await Promise.all([ctx.me(), ctx.call(staff)])
  return { members, mayChange: me !== null && isPermitted(me.role, 'staff.write') }
}

/** Everybody who may sign in, with their role. */
export default function Staff() {
  const { members, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const [edited, setEdited] = useState<StaffMember | 'new' | null>(null)
  const columns = useMemo(
    (): Column<StaffMember>[] => [
      { id: 'name', header: t('DESK.STAFF.NAME'), cell: ({ row }) => <strong>{row.original.name}</strong> },
      { id: 'email', header: t('DESK.STAFF.EMAIL'), cell: ({ row }) => row.original.email },
      { id: 'role', header: t('DESK.STAFF.ROLE'), cell: ({ row }) => t(`DESK.ROLE.${row.original.role}`) },
      {
        id: 'state',
        header: t('DESK.STAFF.STATE'),
        cell: ({ row: { original: member } }) => <span data-state={member.state}>{t(`DESK.STAFF.STATE.${member.state}`)}</span>,
      },
      {
        id: 'seen',
        header: t('DESK.STAFF.SEEN'),
        cell: ({ row }) => (row.original.lastSeenAt ? time(row.original.lastSeenAt) : '–'),
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              cell: ({ row }) => (
                <Button
                  kind="bare"
                  onPress={() => setEdited(row.original)}
                  aria-label={t('DESK.STAFF.CHANGE_OF', { name: row.original.name })}
                >
                  {t('DESK.STAFF.CHANGE')}
                </Button>
              ),
            } satisfies Column<StaffMember>,
          ]
        : []),
    ],
    [t, time, mayChange],
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
  const { run, error, isPending } = useChange()
  const [role, setRole] = useState<Role>('editor')
  const [language, setLanguage] = useState<Language>('de')
  async function invite(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, name, reason] = ['email', 'name', 'reason'].map((field) => String(form.get(field))) as [string, string, string]
    if (await run(() => deskClient.call(inviteStaff, { body: { email, name, role, language, reason } }))) onDone()
  }
  return (
    <Dialog title={t('DESK.STAFF.INVITE')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void invite(event)}>
        <TextField label={t('DESK.STAFF.EMAIL')} name="email" type="email" isRequired autoFocus error={of(error, 'email')} />
        <TextField label={t('DESK.STAFF.NAME')} name="name" isRequired error={of(error, 'name')} />
        <Select
          label={t('DESK.STAFF.ROLE')}
          options={roles}
          selectedKey={role}
          onSelectionChange={(key) => setRole(key as Role)}
        />
        <Select
          label={t('DESK.STAFF.LANGUAGE')}
          options={languages.map((id) => ({ id, name: t(`DESK.LANGUAGE.${id}`) }))}
          selectedKey={language}
          onSelectionChange={(key) => isLanguage(key) && setLanguage(key)}
        />
        <TextField
          label={t('DESK.REASON')}
          hint={t('DESK.REASON_HINT')}
          name="reason"
          isRequired
          error={of(error, 'reason', null)}
        />
        <p className={style.note}>{t('DESK.STAFF.INVITE_NOTE')}</p>
        <Button type="submit" isPending={isPending}>
          {t('DESK.STAFF.INVITE_BUTTON')}
        </Button>
      </form>
    </Dialog>
  )
}

function Change({ member, onDone }: { member: StaffMember; onDone(): void }) {
  const t = useText()
  const roles = useRoles()
  const { run, error, isPending } = useChange()
  const [role, setRole] = useState<Role>(member.role)
  const [disabled, setDisabled] = useState(member.state === 'disabled')
  async function change(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason'))
    const input = { params: { id: member.id }, body: { role, disabled, reason } }
    if (await run(() => deskClient.call(changeStaff, input))) onDone()
  }
  return (
    <Dialog title={member.name} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void change(event)}>
        <Select
          label={t('DESK.STAFF.ROLE')}
          options={roles}
          selectedKey={role}
          onSelectionChange={(key) => setRole(key as Role)}
        />
        <Switch isSelected={!disabled} onChange={(may) => setDisabled(!may)} className={style.switch!}>
          <span className={style.indicator} aria-hidden="true" />
          {t('DESK.STAFF.MAY_SIGN_IN')}
        </Switch>
        <TextField label={t('DESK.REASON')} hint={t('DESK.REASON_HINT')} name="reason" isRequired error={error?.message} />
        <Button type="submit" isPending={isPending}>
          {t('DESK.SAVE')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Returns the message of an error about one of these fields; null = about none. */
function of(error: { message: string; field: string | null } | null, ...fields: (string | null)[]): string | undefined {
  return error && fields.includes(error.field) ? error.message : undefined
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
