/** What the service says when it refuses. */

export interface FieldFault {
  field: string
  message: string
}

export class ApiFault extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly data: { fields?: FieldFault[]; required?: string; retryAfter?: number } = {},
  ) {
    super(message)
  }
}

export async function faultOf(answer: Response): Promise<ApiFault> {
  try {
    const { code, message, data } = await answer.json()
    return new ApiFault(code, data.reason, message, data)
  } catch {
    // A proxy in between may answer with a page of its own.
    return new ApiFault(answer.status, 'unknown', answer.statusText)
  }
}
