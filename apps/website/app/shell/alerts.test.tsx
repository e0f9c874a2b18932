import { errorWords } from '@kiosk/languages/errors'
import { shellWords } from '@kiosk/languages/shell'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Refusal } from '../refusal.ts'
import { Alerts } from './alerts.tsx'
import { TextOfPage, useTextOfPage } from './use-text.ts'

const plain: Refusal = {
  status: 418,
  code: 'unexpected',
  message: null,
  html: null,
  words: 'ERROR.UNKNOWN',
  field: null,
  requestId: null,
}

function Words() {
  return (
    <TextOfPage value={useTextOfPage()}>
      <Alerts />
    </TextOfPage>
  )
}

/** The alerts of a page whose loader answered `answer`. */
function alertsOf(answer: object): string {
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: Words, loader: () => null, HydrateFallback: () => null }])
  const root = { words: { ...shellWords.de, ...errorWords.de }, ...answer }
  return renderToStaticMarkup(<Page initialEntries={['/']} hydrationData={{ loaderData: { root } }} />)
}

describe('a refusal', () => {
  it('is a dialog that says an error has occurred, and what', () => {
    expect(alertsOf({ refusal: plain })).toMatch(
      /<dialog open=""[^>]*>.*Ein Fehler ist aufgetreten.*Ein unbekannter Fehler ist aufgetreten/,
    )
  })

  it('shows the server’s message rather than its own words', () => {
    const html = alertsOf({ refusal: { ...plain, status: 400, words: 'ERROR.WRONG_INPUT', message: 'Das <b>Feld</b> fehlt.' } })
    expect(html).toContain('Das &lt;b&gt;Feld&lt;/b&gt; fehlt.')
    expect(html).not.toContain('Eine Angabe stimmt nicht')
  })

  it('shows sanitised HTML as HTML', () => {
    expect(alertsOf({ refusal: { ...plain, html: '<p>Bitte <b>warten</b>.</p>' } })).toContain('<p>Bitte <b>warten</b>.</p>')
  })

  it('that a form shows itself is no dialog', () => {
    expect(alertsOf({ refusal: plain, inForm: true })).toBe('')
  })

  it('with status 403 that says itself what is missing is no overlay, and a dialog only where no form shows it', () => {
    const refusal = { ...plain, status: 403, code: 'confirmation_required', message: 'Bitte bestätigen Sie.' }
    expect(alertsOf({ refusal, inForm: true })).toBe('')
    expect(alertsOf({ refusal })).toMatch(/<dialog open=""[^>]*>.*Bitte bestätigen Sie\./)
    expect(alertsOf({ refusal })).not.toContain('VPN')
  })

  it('with status 403 is a red overlay, wherever it belongs', () => {
    const html = alertsOf({ refusal: { ...plain, status: 403 }, inForm: true })
    expect(html).toMatch(/role="alert"><strong>Ein Fehler ist aufgetreten<\/strong>.*VPN/)
    expect(html.match(/<dialog/g)).toHaveLength(1)
    expect(html).toMatch(/<form method="dialog"><button[^>]*aria-label="Schließen"/)
  })
})
