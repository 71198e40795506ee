/** What the times of a job say about its health. */
import type { Job } from '../../api/types'
import { t, translateIfKnown } from '../../i18n'
import { duration, relativeTime } from '../../i18n/dates'

export type Health = 'good' | 'bad' | 'warn' | 'running' | 'waiting'

/** A job that should have begun this long ago is overdue: the process is busy, or the job hangs. */
const LATE_MS = 60_000

export function health(job: Job, now: number): Health {
  if (job.lastFailure && (!job.lastSuccess || job.lastFailure > job.lastSuccess)) return 'bad'
  if (job.running) return 'running'
  if (job.nextRun && Date.parse(job.nextRun) + LATE_MS < now) return 'warn'
  return job.lastSuccess ? 'good' : 'waiting'
}

export function jobName({ name }: Job): string {
  return translateIfKnown(`system.job.${name.replaceAll(' ', '_')}`) ?? name
}

/** By the clock of the service, because the times are. */
export function jobText(job: Job, now: number): string {
  switch (health(job, now)) {
    case 'bad':
      return t('system.jobFailed', { time: relativeTime(job.lastFailure!, now), error: job.error })
    case 'running':
      return t('system.jobRunning')
    case 'warn':
      return t('system.jobLate')
    case 'good':
      return t('system.jobRan', { time: relativeTime(job.lastSuccess!, now) })
    case 'waiting':
      return job.nextRun ? t('system.jobNext', { time: relativeTime(job.nextRun, now) }) : ''
  }
}

export function interval(seconds: number): string {
  return t('system.every', { time: duration(seconds) })
}
