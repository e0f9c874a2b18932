import type { ReactNode } from 'react'
import { Buttons } from '../pieces/buttons.tsx'
import style from './frame.module.css'

/** Title of a page with its actions, the main one last, and a sentence about it. */
export function PageHead({ title, about, children }: { title: string; about?: string; children?: ReactNode }) {
  return (
    <div className={style.head}>
      <title>{title}</title>
      <h1>{title}</h1>
      {children && <Buttons>{children}</Buttons>}
      {about && <p>{about}</p>}
    </div>
  )
}
