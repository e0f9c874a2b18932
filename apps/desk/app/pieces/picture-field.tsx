import { useFormError } from './error-form.tsx'
import style from './field.module.css'

/** Chooses a picture file. */
export function PictureField({ label, hint }: { label: string; hint: string }) {
  const error = useFormError('picture')
  return (
    <div className={style.field}>
      <label htmlFor="picture">{label}</label>
      <input
        id="picture"
        type="file"
        name="picture"
        accept=".webp,.png,.jpg,.jpeg"
        aria-invalid={error !== undefined}
        aria-describedby="picture-hint"
      />
      <span slot="description" id="picture-hint">
        {hint}
      </span>
      {error && (
        <span slot="errorMessage" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

/** Returns the chosen picture as it is sent; null if none was chosen. */
export async function pictureIn(form: FormData): Promise<{ name: string; base64: string } | null> {
  const file = form.get('picture')
  if (!(file instanceof File) || file.size === 0) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return { name: file.name, base64: btoa(binary) }
}
