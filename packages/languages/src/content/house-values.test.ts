import { Operator } from '@kiosk/domain/operator'
import { describe, expect, it } from 'vitest'
import given from '../../../../operator.json' with { type: 'json' }
import { documentHtml } from './document.ts'
import { filledHtml, houseValues } from './house-values.ts'
import { imprint } from './imprint.ts'
import { privacy } from './privacy.ts'

const operator = Operator.parse(given)
const valuesOf = (legal: Partial<Operator['legal']>) =>
  houseValues({ ...operator, legal: { ...operator.legal, ...legal } }, { magazines: 1, issues: 1 }, 'de')

describe('values of the operator', () => {
  it('that are empty hide their line and its heading', () => {
    const html = documentHtml(imprint.de)
    const shown = filledHtml(html, valuesOf({ chamber: 'Kammer', responsibleEditor: '' }))
    expect(shown).toContain('<h2>Kammer oder Berufsverband</h2><p>Kammer</p>')
    expect(shown).not.toContain('MStV')
    expect(shown).not.toContain('<p></p>')
    expect(filledHtml(html, valuesOf({ chamber: '', responsibleEditor: 'Ada' }))).not.toContain('Kammer oder')
  })

  it('name the data centre and say how long logs are kept', () => {
    const html = filledHtml(documentHtml(privacy.de), valuesOf({ hosting: 'Rechenwerk, Wien', logDays: 12 }))
    expect(html).toContain('Rechenwerk, Wien')
    expect(html).toContain('Dauer: 12 Tage')
    for (const untrue of ['14 Tagen', 'mit den Verlagen abzurechnen', 'kommen später']) expect(html).not.toContain(untrue)
  })
})
