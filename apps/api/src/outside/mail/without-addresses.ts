/** A message for logs: whoever is named in it by mail address is not. */
export function withoutAddresses(message: string): string {
  return message.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '…@…')
}
