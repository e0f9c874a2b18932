import { errorMessages } from '@kiosk/i18n/messages/errors'
import { shellMessages } from '@kiosk/i18n/messages/shell'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { ApiError } from '../api-error.ts'
import { Alerts } from './alerts.tsx'
import { TextOfPage, useTextOfPage } from './use-text.ts'

const plain: ApiError = {
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

/** Returns the alerts of a page whose loader returned `answer`. */
function alertsOf(answer: object): string {
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: Words, loader: () => null, HydrateFallback: () => null }])
  const root = { words: { ...shellMessages.de, ...errorMessages.de }, ...answer }
  return renderToStaticMarkup(<Page initialEntries={['/']} hydrationData={{ loaderData: { root } }} />)
}

describe('an API error', () => {
  it('shows a dialog with a title and the reason', () => {
    expect(alertsOf({ apiError: plain })).toMatch(
      /<dialog open=""[^>]*>.*Ein Fehler ist aufgetreten.*Ein unbekannter Fehler ist aufgetreten/,
    )
  })

  it("shows the server's message before its own", () => {
    const html = alertsOf({ apiError: { ...plain, status: 400, words: 'ERROR.WRONG_INPUT', message: 'Das <b>Feld</b> fehlt.' } })
    expect(html).toContain('Das &lt;b&gt;Feld&lt;/b&gt; fehlt.')
    expect(html).not.toContain('Eine Angabe stimmt nicht')
  })

  it('renders sanitised HTML', () => {
    expect(alertsOf({ apiError: { ...plain, html: '<p>Bitte <b>warten</b>.</p>' } })).toContain('<p>Bitte <b>warten</b>.</p>')
  })

  it('shows no dialog when a form shows the error', () => {
    expect(alertsOf({ apiError: plain, inForm: true })).toBe('')
  })

  it('shows an explained 403 as a dialog, or in its form, but never as an overlay', () => {
    const apiError = { ...plain, status: 403, code: 'confirmation_required', message: 'Bitte bestätigen Sie.' }
    expect(alertsOf({ apiError, inForm: true })).toBe('')
    expect(alertsOf({ apiError })).toMatch(/<dialog open=""[^>]*>.*Bitte bestätigen Sie\./)
    expect(alertsOf({ apiError })).not.toContain('VPN')
  })

  it('shows any other 403 as a red overlay', () => {
    const html = alertsOf({ apiError: { ...plain, status: 403 }, inForm: true })
    expect(html).toMatch(/role="alert"><strong>Ein Fehler ist aufgetreten<\/strong>.*VPN/)
    expect(html.match(/<dialog/g)).toHaveLength(1)
    expect(html).toMatch(/<form method="dialog"><button[^>]*aria-label="Schließen"/)
  })
})
