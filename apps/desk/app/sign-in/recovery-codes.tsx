import style from './sign-in.module.css'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <ul className={style.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  )
}
