const isWeb = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Whether a text is an address that a browser or the server can open. Paths are addresses on this server. */
export function isAddress(text: string, control: string | undefined): boolean {
  if (text === '' || isWeb(text) || /^\/[^/\s]/.test(text)) return true;
  if (control === 'image') return text.startsWith('data:image/');
  // A bare host can have a port: "store.example:9000" has no scheme "store.example".
  return control === 'address' && /^[^\s/]+\.[^\s/]+/.test(text) && isWeb(`https://${text}`);
}
