/** An external cause prevents the program from starting or continuing. The operator sees the message without a stack. */
export class CannotStart extends Error {}
