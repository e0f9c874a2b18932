/** The merchant has sent the same attempt or refund with different values. */
export class Conflict extends Error {}
