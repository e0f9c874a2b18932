import * as declared from '@kiosk/domain/accounts/endpoints'
import { federalStates as states } from '@kiosk/domain/accounts/terms'
import { regions as markets } from '@kiosk/domain/regions'
import { ageGroupsIn, gendersIn } from '@kiosk/languages/reference-lists'
import { serve } from '../endpoint.ts'
import { countryIn } from './webinfo.ts'

export const ageGroups = serve(declared.ageGroups, 'catalogue', async ({ language }) => ageGroupsIn(language))

export const genders = serve(declared.genders, 'catalogue', async ({ language }) => gendersIn(language))

export const federalStates = serve(declared.federalStates, 'catalogue', async () => states)

export const regions = serve(declared.regions, 'catalogue', async ({ language }) =>
  markets.map(({ id, country }) => ({
    id,
    iso: country,
    countryCode: country,
    countryName: countryIn(language, country),
    active: true,
  })),
)
