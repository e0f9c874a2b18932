import * as declared from '@kiosk/domain/accounts/endpoints'
import { federalStates as states } from '@kiosk/domain/accounts/limits'
import { countryName } from '@kiosk/domain/country-name'
import { regions as markets } from '@kiosk/domain/regions'
import { ageGroupsIn, gendersIn } from '@kiosk/i18n/messages/reference-lists'
import { defineHandler } from '../http/handler.ts'

export const ageGroups = defineHandler(declared.ageGroups, 'catalogue', async ({ language }) => ageGroupsIn(language))

export const genders = defineHandler(declared.genders, 'catalogue', async ({ language }) => gendersIn(language))

export const federalStates = defineHandler(declared.federalStates, 'catalogue', async () => states)

export const regions = defineHandler(declared.regions, 'catalogue', async ({ language }) =>
  markets.map(({ id, country }) => ({
    id,
    iso: country,
    countryCode: country,
    countryName: countryName(language, country) ?? country,
    active: true,
  })),
)
