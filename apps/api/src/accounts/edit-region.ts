import { editRegion as declared } from '@kiosk/domain/accounts/endpoints'
import { federalStates } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { changeAccount } from './change-account.ts'
import { hasContract, noteConsent } from './queries.ts'

export const editRegion = serve(declared, 'personal', async (call) => {
  const { region } = call.input
  await changeAccount(call, async (trx, { id, region_id, federal_state_id }) => {
    if (region === region_id) return
    // A contract is of the market where it was made, its price and tax included.
    if (await hasContract(trx, id, call.house.now())) throw new Refusal('contract_active')
    const stays = federalStates.some((state) => state.id === federal_state_id && state.regionId === region)
    await trx
      .updateTable('accounts')
      .set({ region_id: region, ...(!stays && { federal_state_id: null }) })
      .where('id', '=', id)
      .execute()
    await noteConsent(trx, id, 'region', true, `${region_id} to ${region}`)
  })
  return { regionId: region }
})
