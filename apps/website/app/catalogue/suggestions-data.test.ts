import { expect, test } from 'vitest'
import { SUGGESTIONS_DATA } from '../shell/suggestion-list.ts'
import { openCatalogue } from './testing/open-catalogue.ts'

const openPage = openCatalogue()

const suggestions = {
  titles: [{ name: 'Donauwarte', magazineKey: 'donauwarte', coverURL: '/cover?v=1' }],
  topics: [{ uid: 'auen', headline: 'Leben in den Auen' }],
}

test('presents titles, then topics, with their addresses in the language of the reader', async () => {
  const { html } = await openPage(`${SUGGESTIONS_DATA}?q=donau`, { issues: [], suggestions }, { 'accept-language': 'en' })
  expect(JSON.parse(html)).toEqual({
    groups: [
      {
        label: 'Titles',
        suggestions: [{ label: 'Donauwarte', href: '/title/donauwarte', cover: '/cover?v=1&coverheight=220&format=webp' }],
      },
      { label: 'Topics', suggestions: [{ label: 'Leben in den Auen', href: '/topic/auen' }] },
    ],
    count: '2 suggestions',
    recent: 'Recent searches',
    forget: 'Clear search history',
  })
})

test('without a term there are no groups and no call of the API', async () => {
  const { html, calls } = await openPage(`${SUGGESTIONS_DATA}?q=+`, { issues: [], suggestions })
  expect([JSON.parse(html).groups, calls]).toEqual([[], []])
})

test('answers with the error of the API', async () => {
  const { status } = await openPage(`${SUGGESTIONS_DATA}?q=donau`, { issues: [], failing: { 'search/suggestions': 503 } })
  expect(status).toBe(503)
})
