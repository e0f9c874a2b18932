import { createSign, type KeyPairKeyObjectResult } from 'node:crypto'

/** Returns a self-signed certificate as PEM, with just enough DER for the sandbox and for tests. */
export function selfSigned({ publicKey, privateKey }: KeyPairKeyObjectResult, options: { ended?: boolean } = {}): string {
  const part = (tag: number, ...contents: Buffer[]) => {
    const content = Buffer.concat(contents)
    const { length } = content
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
    return Buffer.concat([Buffer.from([tag, ...size]), content])
  }
  const sha256WithRsa = part(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
  const name = part(0x30, part(0x31, part(0x30, Buffer.from('0603550403', 'hex'), part(0x0c, Buffer.from('test')))))
  const time = (year: number) => part(0x17, Buffer.from(`${String(year % 100).padStart(2, '0')}0101000000Z`))
  const year = new Date().getUTCFullYear()
  const validity = part(0x30, time(year - 2), time(options.ended ? year - 1 : year + 2))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = part(0x30, part(0x02, Buffer.from([1])), sha256WithRsa, name, validity, name, key)
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey)
  const whole = part(0x30, body, sha256WithRsa, part(0x03, Buffer.from([0]), signature))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}
