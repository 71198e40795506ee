/**
 * Pictures are loaded from this service and from the origins that its settings name. Any other host would learn when an
 * administrator looks at a user. The content security policy enforces the same.
 */
const named = document.querySelector<HTMLMetaElement>('meta[name="avatar-origins"]')?.content.split(' ') ?? []

export function mayLoad(image: string): boolean {
  if (!URL.canParse(image, location.href)) return false
  const { origin } = new URL(image, location.href)
  return origin === location.origin || named.includes(origin)
}
