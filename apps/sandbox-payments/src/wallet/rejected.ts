const ERRORS = {
  400: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  },
  401: {
    name: 'AUTHENTICATION_FAILURE',
    message: 'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  },
  404: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
  422: {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
} as const

/** A call that PayPal would reject. */
export class Rejected extends Error {
  readonly status: 400 | 401 | 404 | 422
  readonly issue: string
  constructor(status: 400 | 401 | 404 | 422, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }

  /** Returns the error in PayPal's format. */
  toBody() {
    return { ...ERRORS[this.status], debug_id: 'sandbox', details: [{ issue: this.issue }] }
  }
}

/** The call is booked, then the connection is dropped. */
export class BrokenAfter extends Error {}
