import { useEffect } from 'react';

/** A page for strangers has nothing for who is signed in: he goes home, or on with what led him here. */
export function GoHome({ to = '/' }: { to?: string }) {
  useEffect(() => location.replace(to), [to]);
  return null;
}
