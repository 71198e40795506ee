/** Numbers of the console and the hosted pages alike. */

/** So few recovery codes that the user had better make new ones. */
export const FEW_CODES = 3

/** Seconds until another code can be asked for. The service has limits of its own, by address and by network. */
export const RESEND_PAUSE = 30
