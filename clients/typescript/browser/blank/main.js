import * as library from '@doorward/client'

window.library = library
window.client = library.createClient(JSON.parse(sessionStorage.getItem('options') ?? '{}'))
