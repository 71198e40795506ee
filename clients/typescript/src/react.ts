/** React: a provider and the hook `useDoorward`. */
import { createContext, createElement, useContext, useSyncExternalStore, type FunctionComponentElement, type ProviderProps, type ReactNode } from 'react'
import type { Client, State } from './client.js'

export interface Doorward extends State {
  client: Client
  signedIn: boolean
  /** Whether the user has the permission, or all of them. */
  can: Client['can']
}

const Context = createContext<Client | null>(null)

export function DoorwardProvider({ client, children }: { client: Client; children?: ReactNode }): FunctionComponentElement<ProviderProps<Client | null>> {
  return createElement(Context.Provider, { value: client }, children)
}

/** Renders the component again whenever the user changes. */
export function useDoorward(): Doorward {
  const client = useContext(Context)
  if (!client) throw new Error('useDoorward needs <DoorwardProvider client={...}> around the component')
  const read = () => client.state
  const state = useSyncExternalStore(client.subscribe, read, read)
  return { ...state, client, signedIn: state.status === 'signed-in', can: client.can }
}
