import type { Door } from '../attempt/door.ts';

export const isEmbedded = () => window.parent !== window;

export const isSilent = ({ query }: Door) => query.has('silentSignin');

/** An embedding page requests a silent sign-in. Only the client's own page is told of it (S43). */
export function tellParent({ query }: Door): void {
  const origin = URL.parse(query.get('redirect_uri') ?? '')?.origin;
  if (!isEmbedded() || !origin || origin === 'null') return;
  window.parent.postMessage({ tag: 'Casdoor', type: 'SilentSignin', data: 'signing-in' }, origin);
}
