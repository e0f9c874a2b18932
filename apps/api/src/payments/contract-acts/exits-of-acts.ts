import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, ExitDeclarations } from '../../database/schema.ts'
import type { House } from '../../house.ts'
import { recordSystemEvent } from '../../session/security-events.ts'
import { exitNumber } from '../exit-number.ts'
import { ActRefused } from './act-refused.ts'

export type ExitDeclaration = Selectable<ExitDeclarations>

/**
 * The contract that a declaration is about: the one that was found when it came, else the one whose number was typed, else the
 * one that its account has. A person decides whether that is so. @returns null where there is none
 */
export async function contractOfExit(
  db: Kysely<DB>,
  { subscription, contract, account_id }: Pick<ExitDeclaration, 'subscription' | 'contract' | 'account_id'>,
): Promise<number | null> {
  if (subscription !== null) return subscription
  const typed = Number(/^\s*(?:V-)?(\d{1,15})\s*$/i.exec(contract)?.[1] ?? 0)
  const { rows } = await sql<{ id: number }>`select id from subscriptions
    where id = ${typed} or (account_id = ${account_id} and state <> 'ended') order by id = ${typed} desc, id desc limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** @throws ActRefused unknown-exit */
export async function exitById(db: Kysely<DB>, id: number): Promise<ExitDeclaration> {
  const found = await db.selectFrom('exit_declarations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new ActRefused('unknown-exit')
  return found
}

/**
 * Locks a declaration that waits; its contract is locked before (decisions/068).
 * @throws ActRefused unknown-exit, exit-settled
 */
export async function lockWaitingExit(trx: Transaction<DB>, id: number): Promise<ExitDeclaration> {
  const found = await trx
    .selectFrom('exit_declarations as e')
    .selectAll('e')
    .where('e.id', '=', id)
    .forNoKeyUpdate('e')
    .executeTakeFirst()
  if (!found) throw new ActRefused('unknown-exit')
  if (found.applied_at !== null) throw new ActRefused('exit-settled')
  return found
}

/** What is asked was done to the contract, by the operator: the declaration is confirmed by that, and settled. It is locked. */
export async function settleByAct(
  trx: Transaction<DB>,
  house: House,
  exit: ExitDeclaration,
  { contract, effectiveAt }: { contract: number; effectiveAt: Date },
): Promise<void> {
  const now = house.now()
  await trx
    .updateTable('exit_declarations')
    .set({
      ...{ outcome: 'applied', applied_at: now, effective_at: effectiveAt, subscription: contract },
      ...(exit.confirmed_at === null && { confirmed_at: now, confirmed_by: 'operator' }),
    })
    .where('id', '=', exit.id)
    .execute()
  await forgetErased(trx, exit)
  if (exit.confirmed_at !== null) return
  const details = { kind: exit.kind, outcome: 'applied', number: exitNumber(exit), by: 'operator' }
  await recordSystemEvent(trx, house, { kind: 'exit.confirmed', accountId: exit.account_id, details })
}

/** It was answered, and nothing more is to be done. It is locked. */
export async function settleAnswered(trx: Transaction<DB>, house: House, exit: ExitDeclaration): Promise<void> {
  await trx.updateTable('exit_declarations').set({ applied_at: house.now() }).where('id', '=', exit.id).execute()
  await forgetErased(trx, exit)
}

/** Of an erased account (a contract, and nobody's any more) it held who declared it only until this (decisions/013). */
async function forgetErased(trx: Transaction<DB>, { id, account_id, subscription }: ExitDeclaration): Promise<void> {
  if (account_id !== null || subscription === null) return
  await trx.updateTable('exit_declarations').set({ name: '', email: '', contract: '', reason: '' }).where('id', '=', id).execute()
}
