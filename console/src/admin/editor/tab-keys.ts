import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowRight: (place, last) => (place === last ? 0 : place + 1),
  ArrowLeft: (place, last) => (place === 0 ? last : place - 1),
  Home: () => 0,
  End: (_place, last) => last,
};

const mirrored: Readonly<Record<string, string>> = { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' };

/** Arrow keys move the focus among tabs, as people know it from the system. Enter opens the focused tab. */
export function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const bar = (event.target as Element).closest('[role=tablist]');
  if (!bar) return;
  const isMirrored = getComputedStyle(bar).direction === 'rtl';
  const step = steps[(isMirrored && mirrored[event.key]) || event.key];
  if (!step) return;
  const tabs = [...bar.querySelectorAll<HTMLElement>('[role=tab]')];
  event.preventDefault();
  tabs[step(tabs.indexOf(document.activeElement as HTMLElement), tabs.length - 1)]?.focus();
}
