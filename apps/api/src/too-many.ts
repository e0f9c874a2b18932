import { Refusal } from '@kiosk/domain/errors'

/** Somebody asks too much; in so many seconds again. */
export class TooMany extends Refusal {
  readonly seconds: number
  constructor(seconds: number) {
    super('too_many_requests')
    this.seconds = seconds
  }
}
