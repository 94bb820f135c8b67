import { useSyncExternalStore } from 'react';

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

/** The pages that the authority draws itself have no script to look it up. */
function tellServer(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is only there on secure lines
  document.cookie = `${key}=${chosen()}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

if (chosen() !== 'system') tellServer();

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  tellServer();
  show();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen);
