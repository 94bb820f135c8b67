/** RFC 3986 leaves four characters fewer as they are than encodeURIComponent does. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The path of an address: every part encoded, the slashes kept. */
export const pathEncoded = (path: string): string => path.split('/').map(percentEncoded).join('/');
