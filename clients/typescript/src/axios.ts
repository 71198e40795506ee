/** Sends axios requests with the access token, and renews it after a 401. */
import type { AxiosInstance, AxiosError, InternalAxiosRequestConfig } from 'axios'
import type { Client } from './client.js'
import { isRenewable, isRepeatable, notRepeatable } from './repeating.js'

/** The token of an attempt, by its configuration: a request is repeated once. */
type Attempt = InternalAxiosRequestConfig & { doorwardToken?: string; doorwardRepeated?: boolean }

/** Every request of the instance gets the token. One to an origin that the client does not know fails: see `origins`. */
export function withDoorward<I extends AxiosInstance>(instance: I, client: Client): I {
  instance.interceptors.request.use(async (config: Attempt) => {
    client.destination(instance.getUri(config))
    config.doorwardToken = await client.token()
    config.headers.set('Authorization', `Bearer ${config.doorwardToken}`)
    return config
  })
  instance.interceptors.response.use(undefined, async (error: AxiosError<{ data?: { reason?: string } }>) => {
    const config = error.config as Attempt | undefined
    if (error.response?.status !== 401 || !config || config.doorwardRepeated || !isRenewable(error.response.data?.data)) throw error
    await client.token(config.doorwardToken)
    if (!isRepeatable(config.data)) throw notRepeatable(error)
    return instance.request({ ...config, doorwardRepeated: true } as Attempt)
  })
  return instance
}
