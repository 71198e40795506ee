/** The hosted pages below /account. They work without this script; it adds errors beside fields and one step less. */
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/controls.css'
import '../styles/layout.css'
import './account.css'
import { enhanceForm } from './endpointForms'
import { takeToken } from './linkToken'
import { addVisibility, countCharacters } from './passwords'
import { enhanceResend } from './resend'
import { enhanceStep } from './secondStep'
import { loadTexts } from './texts'

const token = takeToken()
const theme = localStorage.getItem('doorward.theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

await loadTexts()
document.querySelectorAll<HTMLInputElement>('input[type=password]').forEach(addVisibility)
document.querySelectorAll<HTMLInputElement>('input[data-min]').forEach(countCharacters)
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-endpoint]')) {
  if (form.dataset.method) enhanceStep(form)
  else enhanceForm(form, token)
}
document.querySelectorAll<HTMLButtonElement>('[data-resend]').forEach(enhanceResend)
const { page } = document.body.dataset
if (page === 'sign-in') await (await import('./passkeySignIn')).offerPasskeys(document.forms[0]!)
if (page === 'account' || page === 'passkey') await (await import('./profile')).start()
if (page === 'invitation' && token) await (await import('./invitation')).showOffer(document.forms[0]!, token)
