/** Dialogs with a form. The page has them already; a script opens one and learns whether its form was sent. */
import { onSubmit } from './forms'

type Work = (values: Record<string, string>, form: HTMLFormElement) => Promise<void>

const works = new WeakMap<HTMLDialogElement, Work>()

/** Opens a dialog. `work` runs for each submission until one succeeds. False when the person closed it. */
export function ask(name: string, work: Work, prepare: (dialog: HTMLDialogElement) => void = () => {}): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>(`[data-dialog=${name}]`)!
  if (!works.has(dialog)) connect(dialog)
  works.set(dialog, work)
  for (const form of dialog.querySelectorAll('form')) {
    form.reset()
    form.querySelector<HTMLElement>('[data-alert]')!.hidden = true
  }
  prepare(dialog)
  dialog.returnValue = ''
  dialog.showModal()
  const first = dialog.querySelector<HTMLElement>('div:not([hidden]) > form .input, :scope > form .input')
  ;(first ?? dialog.querySelector<HTMLElement>('h2')!).focus()
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'done'), { once: true }))
}

function connect(dialog: HTMLDialogElement): void {
  dialog.querySelector('[data-close]')!.addEventListener('click', () => dialog.close())
  for (const form of dialog.querySelectorAll('form')) {
    onSubmit(form, async (values) => {
      await works.get(dialog)!(values, form)
      dialog.close('done')
    })
  }
}
