/** Keeps a choice in a cookie, for pages that the server renders before any script runs. */
export function setServerCookie(key: string, chosen: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is only there on secure lines
  document.cookie = `${key}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
