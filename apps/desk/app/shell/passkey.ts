import { deskPasskeyOptions } from '@kiosk/contract/desk-routes'
import { deskClient } from './desk-client.ts'

/**
 * Requests options from the API and lets the browser's authenticator sign them.
 * @returns `credential`: its response as JSON; null if the person declined
 */
export async function passkeyProof(): Promise<{ credential: string } | null> {
  const options = await deskClient.call(deskPasskeyOptions)
  const credential = await answered(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON),
    }),
  )
  return credential === null ? null : { credential }
}

/** Lets the browser's authenticator create a passkey. @returns its response as JSON; null if the person declined */
export async function createPasskey(options: Record<string, unknown>): Promise<string | null> {
  return answered(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON),
    }),
  )
}

async function answered(ask: () => Promise<Credential | null>): Promise<string | null> {
  try {
    const credential = await ask()
    return credential && JSON.stringify(credential)
  } catch (error) {
    // The person closed the dialog, or the authenticator has no passkey for this site.
    if (error instanceof DOMException) return null
    throw error
  }
}
