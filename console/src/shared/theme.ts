import { useSyncExternalStore } from 'react';
import { setServerCookie } from './server-cookie.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const chosen = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system';

function show(): void {
  const theme = chosen();
  const isDark = theme === 'dark' || (theme === 'system' && system.matches);
  document.documentElement.classList.toggle('pf-v6-theme-dark', isDark);
  for (const listener of listeners) listener();
}

system.addEventListener('change', show);

// The user chose the theme before this version, which also keeps it in a cookie for the server.
if (chosen() !== 'system') setServerCookie(key, chosen());

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  setServerCookie(key, theme);
  show();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen);
