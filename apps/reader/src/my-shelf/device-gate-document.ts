import { addressOf } from '@kiosk/domain/addresses'
import type { Access } from '@kiosk/domain/reading/endpoints'
import { html } from '../document/markup.ts'
import { button, moment, roomDocument, type ShelfGiven, wordsOf } from './shelf-parts.ts'

/** All places of the tier are taken: which devices hold them, and a button at each that frees it there and then. */
export function deviceGateDocument(given: ShelfGiven & { devices: NonNullable<Access['devices']>; back: string }): Response {
  const t = wordsOf(given)
  const { devices, back, visitor } = given
  return roomDocument({
    ...given,
    room: 'archive',
    title: t('SHELF.DEVICES'),
    body: html`<p>${t('SHELF.DEVICES_TEXT', { count: devices.length })}</p>
<ul class="shelf-list">${devices.map(
      ({
        vendorId,
        name,
        lastReading,
      }) => html`<li><div><h2>${name}</h2><p><small>${t('SHELF.DEVICE_LAST', { day: moment(visitor.language, lastReading) })}</small></p>
${button('/reader/devices', { free: vendorId, back }, t('SHELF.FREE_DEVICE', { name }), 'other')}</div></li>`,
    )}</ul>
<p><a href="${addressOf('subscriptions')}">${t('SHELF.MORE_DEVICES')}</a></p>`,
  })
}
