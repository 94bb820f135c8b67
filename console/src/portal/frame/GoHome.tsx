import { useEffect } from 'react';

/** Leads a signed-in user away from a page for signed-out visitors: home, or back to the page that led here. */
export function GoHome({ to = '/' }: { to?: string }) {
  useEffect(() => location.replace(to), [to]);
  return null;
}
