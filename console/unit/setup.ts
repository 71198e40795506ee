/** As when the console starts: texts are there before anything asks for one. */
import { beforeEach } from 'vitest'
import { loadLocale } from '../src/i18n'

beforeEach(() => loadLocale('en'))
