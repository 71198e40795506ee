/** How wide the columns of times have to be. In most languages that is less than in the longest, and names and addresses get the rest. */
import { t } from '../../i18n'
import { relativeTime } from '../../i18n/dates'
import { COLUMNS, type UserColumn } from './columns'

/** Two digits of each unit are about as long as it gets. */
const SAMPLES_S = [59 * 60, 23 * 3_600, 29 * 86_400, 11 * 2_629_800, 10 * 31_557_600]
/** The padding of a cell, and the arrow beside its heading (styles/table.css). A font that arrives late may be a little wider. */
const PADDING = 24 + 4
const ARROW = 17
/** Of a heading: weight and size. */
const HEADING = '550 12.5px'

/** By the key of the column, in pixels. Measured once for a language: it depends on no row. */
export function timeWidths(): Partial<Record<string, number>> {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return {}
  const { fontFamily, fontSize } = getComputedStyle(document.body)
  const measure = (font: string, text: string) => ((pen.font = `${font} ${fontFamily}`), pen.measureText(text).width)
  const now = Date.now()
  const samples = [t('users.never'), ...SAMPLES_S.map((seconds) => relativeTime(new Date(now - seconds * 1000).toISOString(), now))]
  const longest = Math.max(...samples.map((text) => measure(fontSize, text)))
  const needed = ({ label }: UserColumn) => Math.ceil(Math.max(measure(HEADING, t(label)) + ARROW, longest) + PADDING)
  return Object.fromEntries(COLUMNS.filter(({ time }) => time).map((column) => [column.key, needed(column)]))
}
