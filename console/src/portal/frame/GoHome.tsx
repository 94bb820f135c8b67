import { useEffect } from 'react';

/** A page for strangers has nothing for who is signed in. */
export function GoHome() {
  useEffect(() => location.replace('/'), []);
  return null;
}
