/** Errors, typed by the reason of the failure. */
import type { Failures } from './schema.js'

/** Reasons that do not come from the service. */
export interface LocalFailures {
  /** The request did not reach the service, or its answer was lost: it is unknown whether it was processed. */
  unreachable: { reason: 'unreachable' }
  /** The answer is not one of the service's: that of a proxy, for example. */
  unexpected_answer: { reason: 'unexpected_answer' }
  /** The token was refused, and the body of the request is a stream that can be read only once. Send the request again. */
  body_not_repeatable: { reason: 'body_not_repeatable' }
}

export type Reason = keyof Failures | keyof LocalFailures
type Data<R extends Reason> = R extends Reason ? (Failures & LocalFailures)[R] : never

/** A request that failed. `isReason` tells what is in `data`. */
export class DoorwardError<R extends Reason = Reason> extends Error {
  override readonly name = 'DoorwardError'

  constructor(
    /** The HTTP status, or 0 without an answer of the service. */
    readonly code: number,
    readonly data: Data<R>,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  get reason(): R {
    return this.data.reason as R
  }
}

/** Whether an error has one of the reasons; without a reason, whether it is a failed request of this library. */
export function isReason<R extends Reason = Reason>(error: unknown, ...reasons: R[]): error is DoorwardError<R> {
  return error instanceof DoorwardError && (!reasons.length || reasons.includes(error.reason as R))
}

/** The error of an answer that is no success. */
export async function errorOf(response: Response): Promise<DoorwardError> {
  const { code, message, data } = await envelopeOf(response)
  if (typeof data?.reason === 'string') return new DoorwardError(code, data as Data<Reason>, message)
  return unexpected(response)
}

export function unexpected({ status }: Response): DoorwardError {
  return new DoorwardError(status, { reason: 'unexpected_answer' }, `Unexpected answer with status ${status}`)
}

interface Envelope {
  code: number
  message: string
  data: { reason?: string } | null | undefined
}

/** The envelope of an answer; an empty one if it has another form. */
export async function envelopeOf(response: Response): Promise<Envelope> {
  const envelope = (await response.json().catch(() => null)) as Envelope | null
  return envelope ?? { code: response.status, message: '', data: undefined }
}
