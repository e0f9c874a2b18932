/** A URL with its scheme, an e-mail address, or text that mail programs turn into links: "example.org/x", "192.0.2.7/x". */
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/\S+|(?:mailto|tel|sms|javascript|data):\S+|\S+@\S+|(?:[\p{L}\p{N}_-]+[.\u3002\uff0e\uff61])+(?=\p{L})[\p{L}\p{N}-]{2,}(?:[:/?#]\S*)?|\d{1,3}(?:\.\d{1,3}){3}(?:[:/?#]\S*)?/giu

/** Makes user input safe for an e-mail that may go to another person: on one line, without links. */
export function withoutLinks(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(LINK, '…')
    .trim()
}
