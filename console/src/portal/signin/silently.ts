import type { Door } from './door.ts';

/** The page that embeds this one asks for a sign-in that needs nobody; only the client's own page is told of it. */
export function tellParent({ query }: Door): void {
  const origin = URL.parse(query.get('redirect_uri') ?? '')?.origin;
  if (window.parent === window || !origin || origin === 'null') return;
  window.parent.postMessage({ tag: 'Casdoor', type: 'SilentSignin', data: 'signing-in' }, origin);
}

export const isSilent = ({ query }: Door) => query.has('silentSignin');
