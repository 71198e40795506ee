/** The client of Doorward, and axios with its token. */
import axios from 'axios'
import { createClient } from '@doorward/client'
import { withDoorward } from '@doorward/client/axios'

export const client = createClient()

/** Resolves to the `data` of an answer, rejects with an error whose message can be shown. */
export const http = withDoorward(axios.create({ baseURL: '/api' }), client)
http.interceptors.response.use(
  (response) => response.data.data,
  (error) => {
    const answer = error.response?.data
    if (answer?.message) error.message = answer.data?.fields?.map(({ field, message }) => `${field}: ${message}`).join(' ') || answer.message
    throw error
  },
)
