/** Removes e-mail addresses from a log message. */
export function withoutAddresses(message: string): string {
  return message.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '…@…')
}
