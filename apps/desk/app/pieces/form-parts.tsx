import { type Language, languages } from '@kiosk/domain/locale'
import type { ReactNode } from 'react'
import style from './form-parts.module.css'

type Children = { children: ReactNode }

/** A long form, in parts below one another. */
export function FormParts({ children }: Children) {
  return <div className={style.parts}>{children}</div>
}

export function FormPart({ title, about, children }: Children & { title: string; about?: string }) {
  return (
    <section className={style.part}>
      <h2>{title}</h2>
      {about !== undefined && <p className={style.about}>{about}</p>}
      {children}
    </section>
  )
}

/** Fields of a part beside one another, as far as there is room. */
export function PartFields({ children }: Children) {
  return <div className={style.fields}>{children}</div>
}

/** Fields that belong together, in a frame of their own. */
export function FieldGroup({ legend, children }: Children & { legend: string }) {
  return (
    <fieldset className={style.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

type InLanguagesProps = { legend: string; about?: string; children(language: Language): ReactNode }

/** One text in every language, side by side. */
export function InLanguages({ legend, about, children }: InLanguagesProps) {
  return (
    <fieldset className={style.text}>
      <legend>{legend}</legend>
      {about !== undefined && <p className={style.about}>{about}</p>}
      <div className={style.languages}>
        {languages.map((language) => (
          <div key={language}>{children(language)}</div>
        ))}
      </div>
    </fieldset>
  )
}
