import { fakeWalletProvider } from './fake-wallet-provider.ts'
import { walletContract } from './wallet-contract.ts'

walletContract('the fake wallet', () => {
  const at = new Date('2026-03-10T09:00:00Z')
  const wallet = fakeWalletProvider()
  wallet.setClock(() => at)
  const subscription = wallet.approve({ customId: null, planId: 'plan-2' })
  const charge = wallet.charge(subscription, 1999, at)
  const back = (amount: number) => wallet.back(charge, amount)
  return { provider: wallet.provider, subscription, charge, at, back, backWhole: () => back(1499) }
})
