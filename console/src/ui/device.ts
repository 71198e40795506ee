/** How the service names a browser and its system: in English. Programs have other names, such as `curl`. Without Vue, for the hosted pages. */
export const DEVICE = /^(.+) on (iPhone|iPad|Android|Windows|ChromeOS|macOS|Linux)$/
