/** What a new password must be like, from the settings of the service. A blank line until it is known, so that nothing moves. */
import { computed, type ComputedRef } from 'vue'
import { t } from '../i18n'
import { useConfiguration } from './configuration'

export function usePasswordHint(): { hint: ComputedRef<string>; minLength: ComputedRef<number> } {
  const configuration = useConfiguration()
  const minLength = computed(() => configuration.value?.passwordMinLength ?? 0)
  return { hint: computed(() => (minLength.value ? t('users.passwordHint', { n: minLength.value }) : '\u00a0')), minLength }
}
