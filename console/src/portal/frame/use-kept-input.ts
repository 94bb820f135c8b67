import { useEffect, useState } from 'react';

/** The key under which an entry of the browser's history keeps the input. A new visit of the address starts empty. */
function keyOfEntry(): string {
  const key: string = history.state?.kept ?? `kept/${performance.timeOrigin}`;
  history.replaceState({ ...history.state, kept: key }, '');
  return key;
}

/**
 * The input of a form, which survives a reload. Phones reload a page while the user reads a code elsewhere. `worth`
 * selects the values to keep, which are never secrets.
 */
export function useKeptInput<T extends object>(
  initial: T,
  worth: (value: T) => Partial<T>,
): [value: T, set: (value: T) => void, forget: () => void] {
  const [key] = useState(keyOfEntry);
  const [value, setValue] = useState<T>(() => ({ ...initial, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') }));
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(worth(value))), [key, value, worth]);
  return [value, setValue, () => sessionStorage.removeItem(key)];
}
