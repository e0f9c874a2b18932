/** Password of all fictional readers. Public: it is in the README. */
export const DEMONSTRATION_PASSWORD = 'Lesehalle7'
