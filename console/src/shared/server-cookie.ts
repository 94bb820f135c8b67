/**
 * Keeps a choice in a cookie, for pages that the server renders before any script runs. Cookies ignore ports, so the name has the port: another
 * server of this host has its own choice.
 */
export function setServerCookie(key: string, chosen: string): void {
  const name = location.port ? `${key}_${location.port}` : key;
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is only there on secure lines
  document.cookie = `${name}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
