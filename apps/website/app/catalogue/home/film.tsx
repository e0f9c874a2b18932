import { Icon } from '@kiosk/ui/icon'
import { useState } from 'react'
import { useText } from '../../shell/use-text.ts'
import style from './film.module.css'

/** The market's video: loads nothing before the click. Without JavaScript the click opens the file. */
export function Film({ address }: { address: string }) {
  const t = useText()
  const [playing, setPlaying] = useState(false)
  return (
    <section className={`page ${style.film}`} aria-labelledby="film">
      <h2 id="film">{t('HOME.VIDEO')}</h2>
      {playing ? (
        // biome-ignore lint/a11y/useMediaCaption: the operator's films have their text in the picture
        <video className={style.screen} src={address} controls autoPlay playsInline />
      ) : (
        <a
          className={style.screen}
          href={address}
          onClick={(event) => {
            event.preventDefault()
            setPlaying(true)
          }}
        >
          <span className={style.play}>
            <Icon name="play" size={2} />
          </span>
          <span className={style.label}>{t('HOME.VIDEO_PLAY')}</span>
          <span>{t('HOME.VIDEO_NOTE')}</span>
        </a>
      )}
    </section>
  )
}
