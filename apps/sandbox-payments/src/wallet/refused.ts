/** A call that PayPal would not carry out. */
export class Refused extends Error {
  readonly status: 400 | 401 | 404 | 422
  readonly issue: string
  constructor(status: 400 | 401 | 404 | 422, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }

  /** As PayPal tells it. */
  toBody() {
    const name = {
      400: 'INVALID_REQUEST',
      401: 'AUTHENTICATION_FAILURE',
      404: 'RESOURCE_NOT_FOUND',
      422: 'UNPROCESSABLE_ENTITY',
    }[this.status]
    return {
      name,
      message: `The sandbox refused the request: ${this.issue}.`,
      debug_id: 'sandbox',
      details: [{ issue: this.issue }],
    }
  }
}

/** The call was booked, and then the line drops. */
export class BrokenAfter extends Error {}
