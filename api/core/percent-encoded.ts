/** RFC 3986 allows four characters less than encodeURIComponent. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Encodes each part of a path and keeps the slashes. */
export const pathEncoded = (path: string): string => path.split('/').map(percentEncoded).join('/');
