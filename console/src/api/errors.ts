/** Errors returned by the API. */

export interface FieldError {
  field: string
  message: string
}

export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly data: { fields?: FieldError[]; required?: string; retryAfter?: number; remaining?: number; methods?: string[]; requiredStrength?: string; flow?: string; expiresIn?: number; trustDevice?: number } = {},
  ) {
    super(message)
  }
}

export async function toApiError(response: Response): Promise<ApiError> {
  try {
    const { code, message, data } = await response.json()
    return new ApiError(code, data.reason, message, data)
  } catch {
    // A proxy may respond with an HTML error page instead of the API's JSON.
    return new ApiError(response.status, 'unknown', response.statusText)
  }
}
