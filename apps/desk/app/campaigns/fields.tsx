import { amountOf } from '@kiosk/domain/money'
import { useState } from 'react'
import { CheckGroup } from '../pieces/check-group.tsx'
import { type Option, Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { useText } from '../shell/use-text.tsx'
import type { Path } from '../shell/value-parts.ts'
import { numberText, typedNumber } from './campaign-value.ts'
import { useEditing, useField } from './editing.ts'

type Props = { path: Path; label: string; hint?: string | undefined }
type TextProps = Props & {
  lines?: number
  lang?: string
  type?: 'text' | 'date' | 'color'
  maxLength?: number
  /** The value of an empty field; without it, the part is removed. */
  empty?: '' | null
  /** Makes the change in place of the field; undefined = the field is empty. */
  onSet?(text: string | undefined): void
}

/** A text of the campaign. */
export function TextPart({ path, empty, onSet, ...rest }: TextProps) {
  const { part, set, props } = useField(path)
  const change = (text: string) => (onSet ? onSet(text || undefined) : set(text === '' ? empty : text))
  return <TextField {...rest} {...props} value={typeof part === 'string' ? part : ''} onChange={change} />
}

type TypedProps = Props & { parse(text: string): unknown; format(part: unknown): string; inputMode: 'numeric' | 'decimal' }

/** A number: while it is typed, the field shows what was typed. */
function TypedPart({ path, parse, format, ...rest }: TypedProps) {
  const { part, set, props } = useField(path)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      {...rest}
      {...props}
      value={typed !== null && parse(typed) === part ? typed : format(part)}
      onChange={(text) => {
        setTyped(text)
        set(parse(text))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

export function NumberPart(props: Props) {
  return <TypedPart {...props} parse={typedNumber} format={numberText} inputMode="numeric" />
}

/** An amount in minor units, shown as 2,99 or 2.99. */
export function PricePart(props: Props) {
  const t = useText()
  return (
    <TypedPart {...props} parse={typedPrice} format={(part) => priceText(part, t('DESK.CAMPAIGN.POINT'))} inputMode="decimal" />
  )
}

/** Returns the minor units of a typed amount, or the text, which the check of the campaign rejects. */
export function typedPrice(text: string): number | string | undefined {
  const trimmed = text.trim()
  return amountOf(trimmed) ?? (trimmed || undefined)
}

/** @param point between units and cents */
export function priceText(part: unknown, point: string): string {
  if (typeof part !== 'number' || !Number.isInteger(part) || part < 0) return numberText(part)
  return `${Math.trunc(part / 100)}${point}${String(part % 100).padStart(2, '0')}`
}

type ChoiceProps = Props & { options: readonly Option[]; isNumber?: boolean; none?: string }

/** One of several options. `none`: the name of the option "none". */
export function ChoicePart({ path, label, options, none, isNumber = false }: ChoiceProps) {
  const { part, set, props } = useField(path)
  const { isReadOnly: isDisabled, error, id } = props
  const all = none === undefined ? options : [{ id: '', name: none }, ...options]
  return (
    <Select
      id={id}
      label={label}
      isDisabled={isDisabled}
      error={error}
      options={all}
      selectedKey={part === undefined ? (none === undefined ? null : '') : String(part)}
      onSelectionChange={(key) => set(key === '' ? undefined : isNumber ? Number(key) : key)}
    />
  )
}

type FlagProps = { label: string; field: string; name: string }

/** One flag of the campaign, as a checkbox. */
export function FlagPart({ label, field, name }: FlagProps) {
  const { value, set, isReadOnly } = useEditing()
  return (
    <CheckGroup
      label={label}
      isReadOnly={isReadOnly}
      options={[{ id: field, name }]}
      value={value[field] === true ? [field] : []}
      onChange={(chosen) => set([field], chosen.length > 0 || undefined)}
    />
  )
}
