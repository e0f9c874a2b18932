/** Something outside keeps the program from starting or from going on: told to the operator in its message, without a stack. */
export class CannotStart extends Error {}
