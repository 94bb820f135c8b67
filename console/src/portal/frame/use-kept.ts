import { useEffect, useState } from 'react';

/** Under which name an entry of the browser's history keeps what was typed there: who opens the address anew begins anew. */
function keyOfEntry(): string {
  const key: string = history.state?.kept ?? `kept/${performance.timeOrigin}`;
  history.replaceState({ ...history.state, kept: key }, '');
  return key;
}

/**
 * What is typed into a form, also after its page was loaded anew, as phones do while somebody reads his code elsewhere: all of
 * it that is `worth` keeping, which no secret is, until it is forgotten or the tab closed.
 */
export function useKept<T extends object>(
  initial: T,
  worth: (value: T) => Partial<T>,
): [value: T, set: (value: T) => void, forget: () => void] {
  const [key] = useState(keyOfEntry);
  const [value, setValue] = useState<T>(() => ({ ...initial, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') }));
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(worth(value))), [key, value, worth]);
  return [value, setValue, () => sessionStorage.removeItem(key)];
}
