/** Programs that read the signed-in user, filled in with the address of this service. Each is run in a test. */
import { curlOf } from '../../ui/curl'

export const LANGUAGES = ['curl', 'fetch', 'axios', 'Python'] as const
export type SnippetLanguage = (typeof LANGUAGES)[number]

export function snippet(language: SnippetLanguage, origin: string): string {
  if (language === 'curl') return curlOf('/api/auth/user', origin)
  if (language === 'fetch')
    return `const response = await fetch('${origin}/api/auth/user', {
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
})
const { data, message } = await response.json()
if (!response.ok) throw new Error(\`\${data.reason}: \${message}\`)
console.log(data.username, data.permissions)`
  if (language === 'axios')
    return `import axios from 'axios'

const doorward = axios.create({
  baseURL: '${origin}',
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
})
const { data } = await doorward.get('/api/auth/user')
console.log(data.data.username, data.data.permissions)`
  return `# pip install 'doorward-client[httpx]'
import os

from doorward_client.api import Client

with Client("${origin}", api_key=os.environ["TOKEN"]) as client:
    user = client.auth_current_user()
    print(user["username"], user["permissions"])`
}
