/** Chart.js configurations of the overview page. */
import type { ChartConfiguration } from 'chart.js'
import type { SignInDay } from '../../api/types'
import type { Colours } from '../../charts/colours'
import { t, languageTag } from '../../i18n'

const FONT = { family: 'system-ui, sans-serif', size: 12 }

export function signInChart(days: readonly SignInDay[]): (colours: Colours) => ChartConfiguration {
  return (colours) => ({
    type: 'bar',
    data: {
      labels: days.map(({ date }) => dayLabel(date)),
      datasets: [
        { label: t('overview.succeeded'), data: days.map((day) => day.succeeded), backgroundColor: colours.accent, borderRadius: 3, stack: 'all' },
        { label: t('overview.failed'), data: days.map((day) => day.failed), backgroundColor: colours.bad, borderRadius: 3, stack: 'all' },
      ],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: { stacked: true, grid: { display: false }, border: { color: colours.line }, ticks: { color: colours.muted, font: FONT, maxRotation: 0, autoSkipPadding: 16 } },
        y: { stacked: true, beginAtZero: true, grid: { color: colours.line }, border: { display: false }, ticks: { color: colours.muted, font: FONT, precision: 0, maxTicksLimit: 6 } },
      },
      datasets: { bar: { maxBarThickness: 22 } },
    },
  })
}

export function statusChart(enabled: number, disabled: number): (colours: Colours) => ChartConfiguration {
  return (colours) => ({
    type: 'doughnut',
    data: {
      labels: [t('users.enabled'), t('users.disabled')],
      datasets: [{ data: [enabled, disabled], backgroundColor: [colours.good, colours['line-strong']], borderColor: colours.surface, borderWidth: 3 }],
    },
    options: { animation: false, maintainAspectRatio: false, cutout: '74%' } as ChartConfiguration['options'],
  })
}

/** Formats in UTC, because the service counts by UTC day. */
export function dayLabel(date: string): string {
  return new Intl.DateTimeFormat(languageTag.value, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}
