interface Window {
  startUtc: string;
  durationMinutes: number;
}

const minute = 60_000;
const day = 1440 * minute;

/** The time since the window last opened. */
function sinceOpening({ startUtc }: Window, now: number): number {
  const [hours = 0, minutes = 0] = startUtc.split(':').map(Number);
  return (now - (hours * 60 + minutes) * minute + day) % day;
}

export const isOpen = (window: Window | undefined, now: number): boolean =>
  !window || sinceOpening(window, now) < window.durationMinutes * minute;

export const msUntilOpen = (window: Window | undefined, now: number): number =>
  !window || isOpen(window, now) ? 0 : day - sinceOpening(window, now);
