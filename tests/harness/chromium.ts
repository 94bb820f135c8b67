import { existsSync } from 'node:fs';

/** Debian's Chromium without windows: the same pages for half the processor time. */
export const chromiumShell = '/usr/bin/chromium-headless-shell';
export const wholeChromium = '/usr/bin/chromium';

export const chromiumPath = (): string => (existsSync(chromiumShell) ? chromiumShell : wholeChromium);
