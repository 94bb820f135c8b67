/** The page on which the console shows the pages of an application with a draft. */
export const isPreview = (path: string): boolean => path === '/preview';

/**
 * The policy of this page. The sandbox takes our origin away from it, so it has no session, no storage and no form. It requests
 * only its own files and pictures. Only our own pages hold it in a frame.
 */
export const previewPolicy = (inline: readonly string[]): string[] => {
  const own = ["'self'", ...inline].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    "img-src 'self' https: http: data:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ];
};
