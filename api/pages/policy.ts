/**
 * Scripts and styles come from our own files only. Pictures may come from anywhere on the web, because organizations,
 * applications and people name theirs by address.
 */
export const pagePolicy = [
  "default-src 'self'",
  "img-src 'self' https: http: data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
