import type { Drawing, TypeDescription } from '@doorwright/crds/providers/description.ts';
import { describedTypes } from '@doorwright/crds/providers/index.ts';

const page = /^\/captcha\/([^/]+)$/;

const types: readonly TypeDescription[] = describedTypes.Captcha;

/** The vendor whose captcha is drawn on the page with this path. */
export function drawingAt(path: string): Drawing | undefined {
  const [, name = ''] = page.exec(path) ?? [];
  return name ? types.find(({ type }) => encodeURIComponent(type) === name)?.draws : undefined;
}

/**
 * The policy of the page on which a vendor draws. It opens to that vendor's addresses, and to styles that its script writes. Only our own
 * pages hold it in a frame.
 */
export const captchaPolicy = ({ from }: Drawing, inline: readonly string[]): string[] => {
  const vendor = from.join(' ');
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...inline].join(' ')} ${vendor}`,
    `style-src 'self' 'unsafe-inline' ${vendor}`,
    `frame-src ${vendor}`,
    `connect-src 'self' ${vendor}`,
    `font-src 'self' ${vendor}`,
    "img-src 'self' https: http: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ];
};
