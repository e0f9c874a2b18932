import { Icon } from '@kiosk/ui/icon'
import { useText } from '../../shell/use-text.ts'
import style from './film.module.css'

/** The market's video: loads nothing before the click. Without JavaScript the click opens the file. */
export function Film({ address }: { address: string }) {
  const t = useText()
  return (
    <section className={`page ${style.film}`} aria-labelledby="film">
      <h2 id="film">{t('HOME.VIDEO')}</h2>
      {/* The operator's films have their text in the picture. */}
      <a className={style.screen} href={address} data-film>
        <span className={style.play}>
          <Icon name="play" size={2} />
        </span>
        <span className={style.label}>{t('HOME.VIDEO_PLAY')}</span>
        <span>{t('HOME.VIDEO_NOTE')}</span>
      </a>
    </section>
  )
}
